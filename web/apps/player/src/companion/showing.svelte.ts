// What Multiplay has on the screen, for sound and notices that live beside it.

class Showing {
  /** The table whose picture is shown; its sounds are heard (F223). */
  picture = $state<string | null>(null);
  /** How many pages or windows of Multiplay are open; they tell good roads themselves. */
  rooms = $state(0);
}

export const showing = new Showing();
