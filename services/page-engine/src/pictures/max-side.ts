/**
 * Most pixels on a side of a picture that people send, as in a JPEG or a GIF. A PNG may have 2,147,483,647, and one of 1 x 49,000,000
 * in 200 kB keeps a processor busy for a minute: each row costs something, however short it is.
 */
export const MAX_SIDE = 65_535;

/** In a sentence for people. */
export const SIDE_LIMIT = new Intl.NumberFormat('en-US').format(MAX_SIDE);
