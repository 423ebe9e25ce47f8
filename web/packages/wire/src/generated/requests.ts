// Written by `make schemas` from schemas/. Do not edit.

import type { AnyCommand } from "./commands.ts";

/** A command to a table; the same `cmd_id` again is the same command, with the same answer. */
export interface Act {
  readonly type: "act";
  readonly cmd_id: string;
  readonly table: string;
  readonly command: AnyCommand;
  readonly bets_for?: string;
  readonly console?: string;
}

/** A dealer says that a line of the table's chat was answered by voice. */
export interface AnsweredAloud {
  readonly type: "answered_aloud";
  readonly cmd_id: string;
  readonly room: string;
  readonly line: string;
}

/** What a client sends, one a frame. */
export type AnyRequest =
  | Watch
  | Unwatch
  | WatchLobby
  | UnwatchLobby
  | Act
  | Say
  | Enter
  | Exit
  | Moderate
  | WatchSupport
  | UnwatchSupport
  | WatchStaff
  | UnwatchStaff
  | WatchChats
  | UnwatchChats
  | Heartbeat
  | AnsweredAloud
  | Ping;

/** Follow a room; its last lines come at once. */
export interface Enter {
  readonly type: "enter";
  readonly room: string;
}

/** Stop following a room. */
export interface Exit {
  readonly type: "exit";
  readonly room: string;
}

/** The studio is there: a dealer's console in charge, or a device, every 5 seconds (P5). */
export interface Heartbeat {
  readonly type: "heartbeat";
  readonly table: string;
  readonly console?: string;
  readonly scanner?: boolean;
  readonly video?: boolean;
}

/** Staff: remove a line, or keep a player from writing for a while. */
export interface Moderate {
  readonly type: "moderate";
  readonly cmd_id: string;
  readonly action: "block" | "chat_off" | "chat_on" | "delete" | "hand_over" | "mute" | "unblock";
  readonly target: string;
  readonly reason: string;
  readonly code?: string;
  readonly minutes?: number | null;
  readonly table?: string | null;
}

/** Are you there? The answer carries the number back. */
export interface Ping {
  readonly type: "ping";
  readonly n: number;
}

/** Say something in a room: `table:speed-1`, `support`, or `support:<player>` for staff. */
export interface Say {
  readonly type: "say";
  readonly cmd_id: string;
  readonly room: string;
  readonly text: string;
}

/** The last update of a table that a client has. */
export interface Since {
  readonly epoch: number;
  readonly seq: number;
}

/** Stop showing me this table; bets and seats stay. */
export interface Unwatch {
  readonly type: "unwatch";
  readonly table: string;
}

/** Moderators: stop showing me the lines of every room. */
export interface UnwatchChats {
  readonly type: "unwatch_chats";
}

/** Stop showing me the lobby. */
export interface UnwatchLobby {
  readonly type: "unwatch_lobby";
}

/** Staff: stop showing me every table. */
export interface UnwatchStaff {
  readonly type: "unwatch_staff";
}

/** Staff: stop showing me the players who wait. */
export interface UnwatchSupport {
  readonly type: "unwatch_support";
}

/** Show me this table; with `since`, only what I missed. */
export interface Watch {
  readonly type: "watch";
  readonly table: string;
  readonly since?: Since | null;
}

/** Moderators: show me the lines of every room in one feed. */
export interface WatchChats {
  readonly type: "watch_chats";
}

/** Show me all tables at a glance. */
export interface WatchLobby {
  readonly type: "watch_lobby";
}

/** Staff: show me every table, with its alarms, and tell me of every change. */
export interface WatchStaff {
  readonly type: "watch_staff";
}

/** Staff: show me which players wait for an answer in support, and tell me of every change. */
export interface WatchSupport {
  readonly type: "watch_support";
}
