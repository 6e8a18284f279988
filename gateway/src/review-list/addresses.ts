const STREET_WORDS = /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|place|pl)\b/g;

/** Number and name of a street in small letters, without its kind: `214 Kent Ave., Suite 2` is `214kent`. */
export const normalizeAddress = (address: string): string =>
  (address.split(',')[0] ?? '')
    .toLowerCase()
    .replace(STREET_WORDS, '')
    .replace(/[^a-z0-9]/g, '');
