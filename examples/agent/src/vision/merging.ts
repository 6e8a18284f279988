import type { Finding } from './answers.js';
import { areaOf, boxAround, iou, sharedArea, type Box, type Region, type Size } from './regions.js';

export interface RegionFindings {
  region: Region;
  findings: readonly Finding[];
}

interface Placed {
  finding: Finding;
  region: Region;
}

/** Shared part of the smaller box from which findings of two regions are one. */
const SAME = 0.5;
/** The same where a border cuts one of them: two halves share only the overlap. */
const SAME_CUT = 0.2;
/** Overlap from which two findings of one answer are one. */
const SAME_ANSWER = 0.7;
/** Distance from a border, as a share of the region, within which a box counts as cut by it. */
const BORDER = 0.01;

/** Whether a border inside the page cuts the box. */
function isCut({ x, y, width, height }: Box, region: Region, page: Size): boolean {
  const [marginX, marginY] = [region.width * BORDER, region.height * BORDER];
  const [right, bottom] = [region.x + region.width, region.y + region.height];
  return (
    (region.x > 0 && x - region.x < marginX) ||
    (region.y > 0 && y - region.y < marginY) ||
    (right < page.width && right - (x + width) < marginX) ||
    (bottom < page.height && bottom - (y + height) < marginY)
  );
}

function areSame(one: Placed, other: Placed, page: Size): boolean {
  if (one.finding.landUse !== other.finding.landUse) return false;
  const [first, second] = [one.finding.box, other.finding.box];
  if (one.region === other.region) return iou(first, second) >= SAME_ANSWER;
  const share = sharedArea(first, second) / Math.min(areaOf(first), areaOf(second));
  const isHalf = isCut(first, one.region, page) || isCut(second, other.region, page);
  return share >= (isHalf ? SAME_CUT : SAME);
}

const longer = (one: string, other: string): string => (other.length > one.length ? other : one);

/** The surer finding describes both; a border may have cut the lettering of either. */
function joined(one: Finding, other: Finding): Finding {
  const surer = other.confidence > one.confidence ? other : one;
  return {
    ...surer,
    box: boxAround(one.box, other.box),
    name: longer(one.name, other.name),
    transcription: longer(one.transcription, other.transcription),
  };
}

/** Findings of a page, each once although neighbouring regions show it. The same input gives the same order. */
export function mergedFindings(read: readonly RegionFindings[], page: Size): Finding[] {
  const placed = read.flatMap(({ region, findings }) => findings.map((finding) => ({ finding, region })));
  const groups: Placed[][] = [];
  for (const one of placed) {
    const same = groups.filter((group) => group.some((other) => areSame(one, other, page)));
    const [first, ...others] = same;
    if (!first) {
      groups.push([one]);
      continue;
    }
    first.push(one, ...others.flat());
    for (const other of others) groups.splice(groups.indexOf(other), 1);
  }
  return groups.map((group) => group.map(({ finding }) => finding).reduce(joined));
}
