// What every `<dialog>` of ours does: open in the top layer, close by key, backdrop and property.

import type { Attachment } from "svelte/attachments";

/** What must be answered came unasked: no button waits for a key that was meant for the table. */
function readFirst(node: HTMLDialogElement): void {
  const title = node.querySelector<HTMLElement>("[data-first]");
  if (title === null) return;
  title.tabIndex = -1;
  title.focus();
}

export function modal(open: () => boolean, close: () => void): Attachment<HTMLDialogElement> {
  return (node) => {
    if (open() && !node.open) {
      node.showModal();
      readFirst(node);
    }
    if (!open() && node.open) node.close();
    const cancel = (event: Event): void => {
      event.preventDefault();
      close();
    };
    // A browser may close by itself at the second Escape; the property stays the truth.
    const closed = (): void => {
      if (!open()) return;
      close();
      if (open()) node.showModal();
    };
    let pressedOutside = false;
    const down = (event: Event): void => {
      pressedOutside = event.target === node;
    };
    const click = (event: Event): void => {
      if (pressedOutside && event.target === node) close();
    };
    node.addEventListener("cancel", cancel);
    node.addEventListener("close", closed);
    node.addEventListener("pointerdown", down);
    node.addEventListener("click", click);
    return () => {
      node.removeEventListener("cancel", cancel);
      node.removeEventListener("close", closed);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click);
    };
  };
}

/** What scrolls is reached by the keyboard, also where it holds nothing to press. */
export const scrollable: Attachment<HTMLElement> = (node) => {
  const watch = new ResizeObserver(() => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  });
  watch.observe(node);
  return () => watch.disconnect();
};
