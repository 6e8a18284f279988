/** Limits and names of files; browser-safe. */

/** Packed, and once unpacked. */
export const MAX_FILE_BYTES = 4 * 1_024 ** 3;
export const TOO_LARGE = 'A list can have at most 4 GB. Send it as a zip.';

/** `EPA_FRS 2026.csv.gz` is called `EPA FRS 2026`. */
export const listNameOf = (file: string): string => file.replace(/\.[a-z]+(?:\.gz)?$/i, '').replaceAll(/[_\s]+/g, ' ');
