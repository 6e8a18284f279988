import type { Reason } from './model.js';
import type { PageSigns } from './page-signs.js';

/** Log-odds that a document begins at a page, with the signs for it. */
export interface Boundary {
  score: number;
  why: Reason[];
}

/** Log-odds without any sign: one page in 25 begins a document. */
const PRIOR = -3.2;
/** Pages without a number, such as sheets, between two with. */
const LOOK_BACK = 3;

export interface Beginnings {
  outline: ReadonlySet<number>;
  /** Words in the header or footer of most pages: they do not tell documents apart. */
  everywhere: ReadonlySet<string>;
}

/** @param index of the page, from 0, which is not the first */
export function boundaryAt(pages: readonly PageSigns[], index: number, { outline, everywhere }: Beginnings): Boundary {
  const [page, before] = [pages[index], pages[index - 1]];
  if (!page || !before) throw new RangeError(`page ${index} has no page before it`);
  let score = PRIOR;
  const why: Reason[] = [];
  const add = (weight: number, reason?: Reason): void => {
    score += weight;
    if (reason && weight > 0) why.push(reason);
  };
  if (page.cover) add(page.cover.weight, 'cover');
  if (outline.has(index + 1)) add(4, 'outline');
  if (restartsLabels(before.label, page.label)) add(2.5, 'label');
  add(numbering(pages, index), 'page_number');
  add(runningText(before.running, page.running, everywhere), 'running_text');
  if (differs(before, page)) add(0.5, 'page_size');
  if (before.pictureShare > 0.5 && page.pictureShare < 0.1) add(0.9);
  add(scanning(before, page), 'scan');
  add(typefaces(pages, index), 'fonts');
  return { score, why };
}

/** Scans beside prints, and scans of another resolution. A printed cover often comes before scanned sheets. */
function scanning(before: PageSigns, page: PageSigns): number {
  if (before.isScan === page.isScan) return page.isScan && before.dpi !== page.dpi ? 3 : 0;
  return (page.isScan ? page : before).sheet ? 0.6 : 3.4;
}

/** Pages that share no font. A cover has fonts of its own. */
function typefaces(pages: readonly PageSigns[], index: number): number {
  const [page, before] = [pages[index], pages[index - 1]];
  if (!page?.fonts.size || !before?.fonts.size || sharedBy(before.fonts, page.fonts).length > 0) return 0;
  if (before.cover && before.cover.kind !== 'other') return 0.5;
  const earlier = pages.slice(Math.max(0, index - LOOK_BACK), index);
  return earlier.some(({ fonts }) => sharedBy(fonts, page.fonts).length > 0) ? 0.7 : 2.4;
}

/** Printed numbers that continue, restart, or end. */
function numbering(pages: readonly PageSigns[], index: number): number {
  const page = pages[index];
  if (!page) return 0;
  const farthest = pages[index - 1]?.cover ? 1 : LOOK_BACK;
  for (let back = 1; back <= farthest; back++) {
    const earlier = pages[index - back];
    if (earlier?.number === undefined) continue;
    const isLast = back === 1 && earlier.number === earlier.numberOf;
    if (page.number === undefined) return isLast ? 1.5 : back === 1 ? 0.5 : 0;
    if (page.number === earlier.number + back) return -3;
    const restarts = page.number <= earlier.number ? 1.6 : 0;
    return restarts + (isLast ? 1.5 : 0) + (page.numberOf !== earlier.numberOf ? 0.6 : 0);
  }
  return 0;
}

function runningText(before: ReadonlySet<string>, now: ReadonlySet<string>, everywhere: ReadonlySet<string>): number {
  if (before.size === 0 && now.size === 0) return 0;
  if (before.size === 0 || now.size === 0) return 0.6;
  const shared = sharedBy(before, now);
  if (shared.length === 0) return Math.min(before.size, now.size) > 1 ? 2.2 : 1.2;
  const isSame = shared.length / (before.size + now.size - shared.length) > 0.6;
  return isSame && !shared.every((word) => everywhere.has(word)) ? -1.6 : 0;
}

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((each) => other.has(each));

const differs = (one: PageSigns, other: PageSigns): boolean =>
  Math.abs(one.width - other.width) > 4 || Math.abs(one.height - other.height) > 4;

/** Labels that begin again at 1 or i. */
const restartsLabels = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now && /(?:^|\D)(?:1|i)$/i.test(now);
