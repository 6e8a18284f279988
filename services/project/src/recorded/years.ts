const FIRST_YEAR = 1700;
const LAST_YEAR = 2100;

/** Names the years that are accepted, in refusals. */
export const YEARS = `${FIRST_YEAR} to ${LAST_YEAR}`;

export const isYear = (value: number): boolean => Number.isInteger(value) && value >= FIRST_YEAR && value <= LAST_YEAR;
