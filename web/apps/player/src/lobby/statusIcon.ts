import type { Status } from "@sabot/wire/types";
import type { IconName } from "../parts/icons.ts";

/** What stands in the ring while no seconds run. */
export function statusIcon(status: Status): IconName {
  switch (status) {
    case "result":
      return "check";
    case "paused":
      return "pause";
    case "cancelled":
      return "undo";
    case "closed_table":
      return "lock";
    case "waiting":
      return "clock";
    default:
      return "cards";
  }
}
