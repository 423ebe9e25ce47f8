// Which keys deal at a private table: D, and Enter where nothing else is meant by it.

const ELSEWHERE = "input, textarea, select, dialog, [popover]";
const PRESSABLE = "button, a, [role=button]";

type Pressed = Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey"> & {
  readonly target: EventTarget | null;
  readonly defaultPrevented: boolean;
};

export function dealsWith(event: Pressed): boolean {
  if (event.repeat || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(ELSEWHERE) != null) return false;
  if (event.key === "Enter") return target?.closest(PRESSABLE) == null;
  return event.key.toLowerCase() === "d";
}
