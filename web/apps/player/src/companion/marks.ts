// Icons of the player's own screens; they load with these screens and not with the table.

export const MARKS = {
  settings:
    "M10.3 5.2L10.6 2.9L13.4 2.9L13.7 5.2L15.6 6L17.4 4.6L19.4 6.6L18 8.4L18.8 10.3L21.1 10.6L21.1 13.4L18.8 13.7L18 15.6L19.4 17.4L17.4 19.4L15.6 18L13.7 18.8L13.4 21.1L10.6 21.1L10.3 18.8L8.4 18L6.6 19.4L4.6 17.4L6 15.6L5.2 13.7L2.9 13.4L2.9 10.6L5.2 10.3L6 8.4L4.6 6.6L6.6 4.6L8.4 6zM12 8.9a3.1 3.1 0 1 0 0 6.2 3.1 3.1 0 0 0 0-6.2z",
  chat: "M4 5.5h16v11H11l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.5h5",
  muted: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  volume: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  chart: "M4 4.5v15h16M7.5 14.5l3.5-4 3 2.5 5-6.5",
  bell: "M6.5 10a5.5 5.5 0 0 1 11 0c0 5 2 6 2 6h-15s2-1 2-6zM10 19a2.2 2.2 0 0 0 4 0",
  headset:
    "M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h3v5h-1.5a1.5 1.5 0 0 1-1.5-1.5zM19.5 13.5h-3v5H18a1.5 1.5 0 0 0 1.5-1.5zM18 18.5c-.5 1.5-2 2.5-4.5 2.5",
  send: "M4 12l16-7.5-5.5 16-3.5-6.5zM11 14l4-4",
  speaking: "M5 5.5h14v10h-7l-4 3.5v-3.5H5zM9 10.5v.1M12 10.5v.1M15 10.5v.1",
  hand: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12",
} as const;

export type MarkName = keyof typeof MARKS;
