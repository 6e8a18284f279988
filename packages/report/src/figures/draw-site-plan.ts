import sharp from 'sharp';
import { JPEG } from './draw.js';
import type { PlanLabel } from './groups.js';
import { LABEL_SCALE, middleOfBox } from './labels.js';
import { STREET_SCALE, type PlannedStreet, type StreetLabel } from './plan-streets.js';
import type { Point } from './plan.js';
import { MAP_WIDTH, type SitePlan } from './site-plan.js';
import { northArrowAt, scaleBarOf, short, sizeOfStrokes, strokes } from './symbols.js';

const DPI = 300;
/** Below the map, with the scale bar and the arrow north. */
const STRIP = 140;
const INK = '#1d3445';
/** A double line. */
const STREET = { line: '#98a2aa', width: 16, inside: 10, letters: '#5a6771' };
const BOUNDARY = { line: '#b3261e', fill: '#f7e6e0' };

interface LabelStyle {
  fill: string;
  line: string;
  letters: string;
}
/** By relation to the property. */
const LABELS: Readonly<Record<string, LabelStyle>> = {
  on_property: { fill: INK, line: INK, letters: '#fff' },
  adjoining: { fill: '#fff', line: INK, letters: INK },
};
const ELSEWHERE: LabelStyle = { fill: '#dfe4e8', line: '#7b8790', letters: INK };
const GROUP: LabelStyle = { fill: '#fff3c4', line: INK, letters: INK };

export interface DrawnSitePlan {
  jpeg: Buffer;
  width_in: number;
  height_in: number;
}

/** At 300 pixels an inch; an equal plan gives equal bytes. */
export async function drawSitePlan(plan: SitePlan): Promise<DrawnSitePlan> {
  const height = plan.height + STRIP;
  const jpeg = await sharp(Buffer.from(svgOf(plan, height)))
    .flatten({ background: '#fff' })
    .removeAlpha()
    .withDensity(DPI)
    .jpeg(JPEG)
    .toBuffer();
  return { jpeg, width_in: MAP_WIDTH / DPI, height_in: height / DPI };
}

function svgOf({ rings, site, features, labels, streets, feetPerPixel, ...map }: SitePlan, height: number): string {
  const planned = new Map(features.map((one) => [one.reference, one]));
  const bar = scaleBarOf(feetPerPixel, map.width * 0.28, 1);
  const outline = rings.map((ring) => `${pathOf(ring)}Z`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${map.width}" height="${height}">`,
    ...(streets.length > 0
      ? [drawnStreets(streets, map), streetSample({ x: map.width * 0.52, y: map.height + 90 })]
      : []),
    `<path d="${outline}" fill="${BOUNDARY.fill}" fill-rule="evenodd" stroke="${BOUNDARY.line}" stroke-width="8" stroke-linejoin="round"/>`,
    site ? cross(site) : '',
    ...labels.flatMap(({ box, references }) =>
      references.map((reference) => pointer(planned.get(reference)?.point, middleOfBox(box))),
    ),
    ...features.map(({ point }) => (point ? dot(point) : '')),
    ...labels.map((label) => drawnLabel(label, styleOf(label, planned.get(label.text)?.feature.relation))),
    `<rect x="2" y="2" width="${map.width - 4}" height="${map.height - 4}" fill="none" stroke="${INK}" stroke-width="4"/>`,
    bar.at(0, map.height + (STRIP - bar.height) / 2),
    northArrowAt({ degrees: 0, x: map.width - 70, y: map.height + STRIP / 2 + 8, unit: 1 }),
    '</svg>',
  ].join('');
}

const pathOf = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}`;

const doubleLine = (path: string): string =>
  [
    [STREET.line, STREET.width],
    ['#fff', STREET.inside],
  ]
    .map(
      ([color, width]) =>
        `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"/>`,
    )
    .join('');

/** An inner picture shows nothing beyond the edge of the map. Crossings are open: the lines are one path. */
const drawnStreets = (streets: readonly PlannedStreet[], { width, height }: { width: number; height: number }) =>
  [
    `<svg width="${width}" height="${height}">`,
    doubleLine(streets.flatMap(({ lines }) => lines.map(pathOf)).join('')),
    ...streets.map(({ label }) => (label ? streetName(label) : '')),
    '</svg>',
  ].join('');

/** In a gap of the line. */
function streetName({ text, middle, angle, width, height }: StreetLabel): string {
  const letters = sizeOfStrokes(text, STREET_SCALE);
  return [
    `<g transform="translate(${short(middle.x)} ${short(middle.y)}) rotate(${short(angle)})">`,
    `<rect x="${short(-width / 2)}" y="${short(-height / 2)}" width="${short(width)}" height="${short(height)}" fill="#fff"/>`,
    strokes(text, { x: -letters.width / 2, y: -letters.height / 2, scale: STREET_SCALE, color: STREET.letters }),
    '</g>',
  ].join('');
}

const streetSample = ({ x, y }: Point): string =>
  [doubleLine(`M${short(x)} ${short(y)}h110`), strokes('STREET', { x: x + 130, y: y - 15, scale: 1.4 })].join('');

const cross = ({ x, y }: Point): string =>
  `<path d="M${short(x - 14)} ${short(y)}h28M${short(x)} ${short(y - 14)}v28" stroke="${BOUNDARY.line}" stroke-width="4"/>`;

const styleOf = ({ references }: PlanLabel, relation: string | undefined): LabelStyle =>
  references.length > 1 ? GROUP : (LABELS[relation ?? ''] ?? ELSEWHERE);

/** To the middle of a label, which covers the end. */
const pointer = (point: Point | undefined, end: Point): string =>
  point
    ? `<path d="M${short(point.x)} ${short(point.y)}L${short(end.x)} ${short(end.y)}" stroke="${INK}" stroke-width="3"/>`
    : '';

const dot = ({ x, y }: Point): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="8" fill="${INK}" stroke="#fff" stroke-width="2"/>`;

function drawnLabel({ text, box: { x, y, width, height } }: PlanLabel, { fill, line, letters }: LabelStyle): string {
  const size = sizeOfStrokes(text, LABEL_SCALE);
  const corner = { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
  return [
    `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="12" fill="${fill}" stroke="${line}" stroke-width="3"/>`,
    strokes(text, { ...corner, scale: LABEL_SCALE, color: letters }),
  ].join('');
}
