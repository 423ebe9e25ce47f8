// Which page is a role's own, and which pages a role may open. The server checks every request
// again: this only keeps people from screens that would stay empty.

import type { Place } from "./router.svelte.ts";

type Page = Place["page"];

const HOME: Readonly<Record<string, Place>> = {
  dealer: { page: "dealer", table: null },
  shift_manager: { page: "desk", table: null },
  supervisor: { page: "shoes" },
  moderator: { page: "chat" },
};

const ROLES: Readonly<Partial<Record<Page, readonly string[]>>> = {
  dealer: ["dealer"],
  prompter: ["dealer", "supervisor", "shift_manager"],
  desk: ["shift_manager"],
  chat: ["moderator", "shift_manager"],
  shoes: ["supervisor", "shift_manager"],
};

/** The page that opens after sign-in; null for roles without a place in the studio. */
export function homeOf(role: string): Place | null {
  return HOME[role] ?? null;
}

export function mayOpen(role: string, page: Page): boolean {
  return ROLES[page]?.includes(role) ?? false;
}

/** Pages of a role, in the order of the menu. */
export function pagesOf(role: string): readonly Page[] {
  return (["dealer", "desk", "chat", "shoes"] as const).filter((page) => mayOpen(role, page));
}
