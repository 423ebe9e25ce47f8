// Notices outside of the page, where the browser has them and the player allowed them.

export type Permission = "default" | "granted" | "denied" | "missing";

class Desktop {
  permission = $state<Permission>(
    "Notification" in window && isSecureContext ? Notification.permission : "missing",
  );

  async ask(): Promise<void> {
    this.permission = await Notification.requestPermission();
  }

  /** One notice at a time of each kind; a click leads back to the page. */
  show(kind: string, title: string, text: string): void {
    if (this.permission !== "granted") return;
    try {
      const notice = new Notification(title, { body: text, tag: `sabot/${kind}`, silent: true });
      notice.onclick = () => {
        focus();
        notice.close();
      };
    } catch {
      this.permission = "missing"; // phones have them for installed pages only
    }
  }
}

export const desktop = new Desktop();
