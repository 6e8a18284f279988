import sharp from 'sharp';
import { JPEG } from './draw.js';
import { LABEL_SCALE, middleOfBox } from './labels.js';
import type { Point } from './plan.js';
import { MAP_WIDTH, type PlannedFeature, type SitePlan } from './site-plan.js';
import { northArrowAt, scaleBarOf, short, sizeOfStrokes, strokes } from './symbols.js';

const DPI = 300;
/** Below the map, with the scale bar and the arrow north. */
const STRIP = 140;
const INK = '#1d3445';
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

function svgOf({ rings, site, features, feetPerPixel, ...map }: SitePlan, height: number): string {
  const bar = scaleBarOf(feetPerPixel, map.width * 0.28, 1);
  const outline = rings.map((ring) => `M${ring.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}Z`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${map.width}" height="${height}">`,
    `<path d="${outline}" fill="${BOUNDARY.fill}" fill-rule="evenodd" stroke="${BOUNDARY.line}" stroke-width="8" stroke-linejoin="round"/>`,
    site ? cross(site) : '',
    ...features.map(pointer),
    ...features.map(drawnLabel),
    `<rect x="2" y="2" width="${map.width - 4}" height="${map.height - 4}" fill="none" stroke="${INK}" stroke-width="4"/>`,
    bar.at(0, map.height + (STRIP - bar.height) / 2),
    northArrowAt({ degrees: 0, x: map.width - 70, y: map.height + STRIP / 2 + 8, unit: 1 }),
    '</svg>',
  ].join('');
}

const cross = ({ x, y }: Point): string =>
  `<path d="M${short(x - 14)} ${short(y)}h28M${short(x)} ${short(y - 14)}v28" stroke="${BOUNDARY.line}" stroke-width="4"/>`;

/** The point, and a line to the middle of its label, which covers the end. */
function pointer({ point, label }: PlannedFeature): string {
  if (!point) return '';
  const end = label ? middleOfBox(label) : point;
  return [
    `<path d="M${short(point.x)} ${short(point.y)}L${short(end.x)} ${short(end.y)}" stroke="${INK}" stroke-width="3"/>`,
    `<circle cx="${short(point.x)}" cy="${short(point.y)}" r="8" fill="${INK}" stroke="#fff" stroke-width="2"/>`,
  ].join('');
}

function drawnLabel({ label, feature, reference }: PlannedFeature): string {
  if (!label) return '';
  const { x, y, width, height } = label;
  const { fill, line, letters } = LABELS[feature.relation ?? ''] ?? ELSEWHERE;
  const size = sizeOfStrokes(reference, LABEL_SCALE);
  const corner = { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
  return [
    `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="12" fill="${fill}" stroke="${line}" stroke-width="3"/>`,
    strokes(reference, { ...corner, scale: LABEL_SCALE, color: letters }),
  ].join('');
}
