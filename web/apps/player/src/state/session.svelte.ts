// The account that is signed in, since when, and its figures.

import { api, ApiError } from "@sabot/wire";
import { settleLanguage, t } from "../language/language.svelte.ts";
import { ask } from "../opening/ahead.ts";
import { floor } from "./floor.svelte.ts";
import { preferences } from "./preferences.svelte.ts";
import { running } from "./running.svelte.ts";
import { toasts } from "./toasts.svelte.ts";

export interface Me {
  readonly account: string;
  readonly role: string;
  readonly nickname: string;
  readonly currency: string;
  readonly player: string | null;
  readonly for_fun: boolean;
  readonly signed_in_at_ms: number;
  readonly session_ms: number;
  /** Addresses of the studio for staff, the one of their role first. */
  readonly screens: readonly string[];
}

export interface DemoAccount {
  readonly login: string;
  readonly password: string;
  readonly nickname: string;
  readonly role: string;
  readonly screens: readonly string[];
}

/** What the casino says to a visitor who is not signed in. */
interface Visitor {
  readonly me: Me | null;
  readonly sign_up: boolean;
  readonly guests: boolean;
}

interface Welcomed {
  readonly me: Me;
  /** Wrong passwords for this login since the last time. */
  readonly failed_attempts?: number;
}

interface Figures {
  readonly session: { readonly staked: number; readonly returned: number; readonly net: number };
}

/** The studio's own pages; where they are not built, this one stands there and goes nowhere else. */
const STUDIO = "/studio/";

class Session {
  me = $state.raw<Me | null>(null);
  /** False until the casino said whether an account is signed in. */
  known = $state(false);
  /** The casino did not answer at all. */
  unreachable = $state(false);
  /** Whether accounts are made here, or an operator brings the players. */
  signsUp = $state(false);
  /** Whether a guest may play for fun. */
  guests = $state(false);
  /** What came back less what was staked since the session began; null until told. */
  net = $state<number | null>(null);
  #since = 0;

  async look(): Promise<void> {
    this.unreachable = false;
    try {
      const { me, sign_up, guests } = await ask<Visitor>("/api/visitor");
      this.signsUp = sign_up;
      this.guests = guests;
      if (me === null) this.me = null;
      else await this.#signedIn(me);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.me = null;
      this.unreachable = true; // this request is never refused, so an error says nothing about the session
    } finally {
      this.known = true;
    }
  }

  /** Staff go on to a screen of theirs: to this one, or to the first. */
  async signIn(login: string, password: string, screen?: string): Promise<void> {
    await this.#welcomed("/api/sign-in", { login, password }, screen);
  }

  async signUp(login: string, password: string, nickname: string): Promise<void> {
    await this.#welcomed("/api/sign-up", { login, password, nickname });
  }

  async guest(): Promise<void> {
    await this.#welcomed("/api/sign-in/guest", {});
  }

  /**
   * With a token that an operator gave; says which table it leads to, if to one. Refused with
   * `launch/confirm` until the player has said that it is for them.
   */
  async launch(token: string, confirmed: boolean): Promise<string | null> {
    const wish = { token, confirmed, came_from: document.referrer.slice(0, 500) };
    const welcomed = await api<{ me: Me; table: string | null }>(
      "POST",
      "/api/sign-in/launch",
      wish,
    );
    if (this.me !== null) this.leave();
    floor.ended = null;
    await this.#signedIn(welcomed.me);
    return welcomed.table;
  }

  async signOut(everywhere = false): Promise<void> {
    const parting = { over: false };
    floor.parting = parting;
    try {
      await api("POST", everywhere ? "/api/sign-out/everywhere" : "/api/sign-out");
    } catch (error) {
      if (!parting.over) throw error; // otherwise only the answer was lost
    } finally {
      floor.parting = null;
    }
    this.leave();
  }

  /** The session is over in this page. */
  leave(): void {
    floor.close();
    running.forget();
    preferences.forget();
    this.me = null;
    this.net = null;
  }

  /** Milliseconds since this session began, by this machine's own steady clock. */
  lasted(now: number): number {
    return this.me === null ? 0 : this.me.session_ms + now - this.#since;
  }

  async readFigures(): Promise<void> {
    if (floor.connection !== "open") return; // a session at the tables begins with its socket
    try {
      const { net } = (await api<Figures>("GET", "/api/session")).session;
      await floor.presented();
      this.net = net;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // figures are a courtesy: the next reading tells
    }
  }

  async #welcomed(path: string, body: object, screen?: string): Promise<void> {
    const welcomed = await api<Welcomed>("POST", path, body);
    await this.#signedIn(welcomed.me, screen);
    const failed = welcomed.failed_attempts ?? 0;
    if (failed > 0) toasts.show("trouble", t("failed_attempts", { count: failed }));
  }

  async #signedIn(me: Me, screen = me.screens[0]): Promise<void> {
    this.#since = performance.now();
    if (screen !== undefined && !location.pathname.startsWith(STUDIO)) {
      location.replace(screen);
      await new Promise(() => {}); // this page is on its way out
    }
    if (me.player !== null) {
      floor.open();
      await preferences.read(me.player);
      await settleLanguage(preferences.current.general.language);
    }
    this.me = me;
  }
}

export const session = new Session();
