/** Which column of a table a word is in. */
import type { HeaderCell } from './header.js';
import type { Line } from './lines.js';
import type { ReportWord } from './model.js';

export interface ColumnEdges {
  cells: readonly HeaderCell[];
  /** Left edge of each column but the first. Words are placed by their left edge, or by their middle. */
  edges: { x: number; byMiddle: boolean }[];
}

/** Share of the lines that must begin under the header's left edge. */
const LEAST_ALIGNED = 0.4;

/** The widest stretch between two places with the fewest words on it; the right end of it. */
function gutter(words: readonly ReportWord[], from: number, to: number, wanted: number, step: number): number {
  const count = Math.max(1, Math.ceil((to - from) / step));
  const covered = new Array<number>(count).fill(0);
  for (const { x, width } of words)
    for (let at = Math.max(0, Math.floor((x - from) / step)); at < count && from + at * step < x + width; at++)
      covered[at] = (covered[at] ?? 0) + 1;
  const least = Math.min(...covered);
  let best = { x: wanted, width: 0 };
  for (let at = 0; at < count; at++) {
    if (covered[at] !== least) continue;
    let end = at;
    while (end < count && covered[end] === least) end++;
    if (end - at > best.width) best = { x: from + ((at + end) / 2) * step, width: end - at };
    at = end;
  }
  return best.x;
}

export function columnEdges(cells: readonly HeaderCell[], body: readonly Line[], height: number): ColumnEdges {
  const words = body.flatMap((line) => line.words);
  const edges = cells.slice(1).map((cell, at) => {
    const before = cells[at] ?? cell;
    const [left, right] = [before.x + 0.2 * before.width, cell.x + cell.width];
    const inside = words.filter(({ x, width }) => x + width > left && x < right);
    const starting = body.filter((line) => line.words.some(({ x }) => Math.abs(x - cell.x) < 0.35 * height)).length;
    const around = body.filter((line) => line.words.some(({ x, width }) => x + width > cell.x && x < right)).length;
    if (around === 0 || starting >= LEAST_ALIGNED * around) return { x: cell.x - 0.4 * height, byMiddle: false };
    return { x: gutter(inside, left, right, cell.x, height / 8), byMiddle: true };
  });
  return { cells, edges };
}

/** Words of a line by the position of their column. */
export function cellsOfLine({ words }: Line, { cells, edges }: ColumnEdges): ReportWord[][] {
  const columns = cells.map((): ReportWord[] => []);
  for (const word of words) {
    let at = 0;
    edges.forEach(({ x, byMiddle }, index) => {
      if ((byMiddle ? word.x + word.width / 2 : word.x) >= x) at = index + 1;
    });
    columns[at]?.push(word);
  }
  return columns;
}
