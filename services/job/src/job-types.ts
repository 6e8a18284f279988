/** 0 is most urgent, 9 least (OP-31). */
export const PRIORITY = { min: 0, max: 9, default: 5 } as const;
/** Maximum page numbers of a job; for more, process the whole document. */
export const MAX_PAGE_NUMBERS = 500;
/** Highest page number: larger files are refused (`DEFAULT_LIMITS` of the page engine). */
export const MAX_PAGE_NUMBER = 2_000;
/** Maximum attempts before permanent failure (OP-31); 0 and 1 both mean one. */
export const MAX_RETRIES = { min: 0, max: 10, default: 3 } as const;
