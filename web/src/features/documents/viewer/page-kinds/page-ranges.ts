/** As in print dialogs: `1-4, 9`. */
export type PageRanges = { numbers: number[] } | { problem: string };

/** Sorted and distinct. @param last last page number */
export function pagesIn(text: string, last: number): PageRanges {
  const numbers = new Set<number>();
  const parts = text
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[,;\s]+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return { problem: 'Enter at least one page.' };
  for (const part of parts) {
    const [, from, to] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    if (from === undefined) return { problem: `“${part}” is not a page. Enter pages like 1-4, 9.` };
    const [first, end] = [Number(from), Number(to ?? from)];
    if (first < 1 || end < first) return { problem: `“${part}” is not a page range.` };
    if (end > last) return { problem: `Page ${end} does not exist; the last page is ${last}.` };
    for (let number = first; number <= end; number += 1) numbers.add(number);
  }
  return { numbers: [...numbers].sort((a, b) => a - b) };
}

/** Shortest range text. */
export function rangesOf(numbers: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const open = parts.at(-1);
    if (open && number <= open[1] + 1) open[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
