// Strokes that only Multiplay draws.

export const PIN = {
  path: "M9 4h6l-.8 6 3.3 3.2v1.3H6.5v-1.3L9.8 10zM12 14.5V20",
} as const;
export const GEAR = {
  path: "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
} as const;
export const MORE = { path: "M12 5.6v.1M12 12v.1M12 18.4v.1" } as const;
export const VIDEO = { path: "M3.5 6.5h11v11h-11zM14.5 10.5l6-3.5v10l-6-3.5z" } as const;
export const MUTED = { path: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" } as const;
