/** Limits of files; browser-safe. */

/** Packed, and once unpacked. */
export const MAX_FILE_BYTES = 4 * 1_024 ** 3;
export const TOO_LARGE = 'A list can have at most 4 GB. Send it as a zip.';
