/** A line that a page break leaves, at least. */
const LEAST_LINE = 8;

/** On one page, or broken over several: the foot of each and the head of the next one are between the parts. */
export const isOn = (pages: readonly string[], words: string): boolean =>
  pages.some((_, index) => isFrom(pages, index, words));

function isFrom(pages: readonly string[], index: number, words: string): boolean {
  const page = pages[index];
  if (page === undefined) return false;
  if (page.includes(words)) return true;
  const at = Math.min(longestStart(page, words), words.length - LEAST_LINE);
  return at >= LEAST_LINE && isFrom(pages, index + 1, words.slice(at));
}

/** Letters at the start of the words that a page has. */
function longestStart(page: string, words: string): number {
  let [has, lacks] = [0, words.length];
  while (lacks - has > 1) {
    const middle = Math.floor((has + lacks) / 2);
    if (page.includes(words.slice(0, middle))) has = middle;
    else lacks = middle;
  }
  return has;
}
