/** How a sheet shows on the map while it is placed. */
export const OVERLAYS = [
  { name: 'half', opacity: 0.6 },
  { name: 'full', opacity: 1 },
  { name: 'none', opacity: 0 },
] as const;

export type Overlay = (typeof OVERLAYS)[number];
