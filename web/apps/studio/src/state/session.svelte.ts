// Which member of staff is signed in.

import { api, ApiError } from "@sabot/wire/api";
import { line } from "./line.svelte.ts";

export interface Me {
  readonly account: string;
  readonly role: string;
  readonly nickname: string;
  readonly currency: string;
}

interface Visitor {
  readonly me: Me | null;
}

interface Welcomed {
  readonly me: Me;
}

class Session {
  me = $state.raw<Me | null>(null);
  /** False until the server said whether a session is open. */
  known = $state(false);
  /** The server did not answer. */
  unreachable = $state(false);

  /** The name under which this person's commands are stored. */
  get actor(): string | null {
    return this.me === null ? null : `staff:${this.me.account}`;
  }

  async look(): Promise<void> {
    this.unreachable = false;
    try {
      this.#enter((await api<Visitor>("GET", "/api/visitor")).me);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.unreachable = true;
    } finally {
      this.known = true;
    }
  }

  async signIn(login: string, password: string): Promise<void> {
    const welcomed = await api<Welcomed>("POST", "/api/sign-in", { login, password });
    this.#enter(welcomed.me);
  }

  async signOut(): Promise<void> {
    line.close();
    try {
      await api("POST", "/api/sign-out");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the session ended by itself
    }
    this.leave();
  }

  /** The session is over in this tab. */
  leave(): void {
    line.close();
    this.me = null;
  }

  #enter(me: Me | null): void {
    this.me = me;
    if (me !== null) line.open();
  }
}

export const session = new Session();
