/** Pixels, as in JPEG and GIF. PNG allows 2,147,483,647: one of 1 x 49,000,000 in 200 kB takes a minute of CPU. */
export const MAX_SIDE = 65_535;

export const SIDE_LIMIT = new Intl.NumberFormat('en-US').format(MAX_SIDE);
