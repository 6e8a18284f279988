import { degreesOf, scaleOf, type PointPair, type Similarity } from '@symbio/proto/document/similarity';
import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import type { Alignment } from './alignments-api.js';

export const MODES = ['side', 'swipe', 'fade'] as const;
export type Mode = (typeof MODES)[number];

/** Center in image pixels of the first sheet; zoom in CSS pixels per image pixel. */
export interface SheetView {
  x: number;
  y: number;
  zoom: number;
  /** degrees clockwise, multiples of 90 */
  rotation: number;
}

/** Links reproduce it. */
export interface View {
  /** page ids; null for automatic choice */
  first: string | null;
  second: string | null;
  mode: Mode;
  /** share of the width left of the divider, or opacity of the second sheet; 0 to 1 */
  share: number;
  /** null fits the first sheet */
  place: SheetView | null;
  /** Null for the stored alignment. */
  alignment: Alignment | null;
  showsEvidence: boolean;
  feature: string | null;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const PLACE = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER})(?:,(0|90|180|270))?$`);
const PAIR = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER}),(${NUMBER})$`);
const BASE = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER}),(${NUMBER})$`);

/** Explicitly empty: sheets are scaled to equal width, whatever is stored. */
const NO_POINTS = 'none';

const isMode = (text: string | null): text is Mode => (MODES as readonly (string | null)[]).includes(text);

function placeOf(text: string | null): SheetView | null {
  const match = PLACE.exec(text ?? '');
  if (!match) return null;
  const [x = 0, y = 0, zoom = 0, rotation = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return zoom > 0 ? { x, y, zoom, rotation } : null;
}

function pairsOf(text: string | null): PointPair[] {
  return (text ?? '')
    .split(';')
    .map((part) => PAIR.exec(part)?.slice(1).map(Number))
    .filter((numbers) => numbers !== undefined)
    .slice(0, MAX_ALIGNMENT_PAIRS)
    .map(([ax = 0, ay = 0, bx = 0, by = 0]) => ({ from: { x: ax, y: ay }, to: { x: bx, y: by } }));
}

/** Scale, degrees clockwise, translation in pixels. */
function baseOf(text: string | null): Similarity | null {
  const [scale = 0, degrees = 0, x = 0, y = 0] =
    BASE.exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!(scale > 0)) return null;
  const angle = (degrees * Math.PI) / 180;
  return { re: scale * Math.cos(angle), im: scale * Math.sin(angle), x, y };
}

function alignmentOf(address: URLSearchParams): Alignment | null {
  const [pairs, base] = [pairsOf(address.get('points')), baseOf(address.get('base'))];
  return pairs.length > 0 || base || address.get('points') === NO_POINTS ? { pairs, base } : null;
}

/** Ignores invalid values. */
export function viewOf(address: URLSearchParams): View {
  const mode = address.get('mode');
  const share = Number(address.get('share') ?? 'NaN');
  return {
    first: address.get('a'),
    second: address.get('b'),
    mode: isMode(mode) ? mode : 'side',
    share: share >= 0 && share <= 1 ? share : 0.5,
    place: placeOf(address.get('at')),
    alignment: alignmentOf(address),
    showsEvidence: address.get('evidence') !== 'off',
    feature: address.get('feature'),
  };
}

/** A tenth of a pixel, four digits of zoom. */
const short = (value: number, digits = 1): string => String(Number(value.toFixed(digits)));

function setAlignment(address: URLSearchParams, { pairs, base }: Alignment): void {
  const points = pairs.map(({ from, to }) => [from.x, from.y, to.x, to.y].map((value) => short(value)).join(','));
  if (points.length > 0) address.set('points', points.join(';'));
  else if (!base) address.set('points', NO_POINTS);
  if (!base) return;
  const parts = [short(scaleOf(base), 6), short(degreesOf(base), 4), short(base.x), short(base.y)];
  address.set('base', parts.join(','));
}

export function urlOf(view: View): URLSearchParams {
  const { first, second, mode, share, place, alignment } = view;
  const address = new URLSearchParams();
  if (first) address.set('a', first);
  if (second) address.set('b', second);
  if (mode !== 'side') {
    address.set('mode', mode);
    address.set('share', short(share, 3));
  }
  if (place) {
    const parts = [short(place.x), short(place.y), short(place.zoom, 5)];
    address.set('at', [...parts, ...(place.rotation ? [String(place.rotation)] : [])].join(','));
  }
  if (alignment) setAlignment(address, alignment);
  if (!view.showsEvidence) address.set('evidence', 'off');
  if (view.feature) address.set('feature', view.feature);
  return address;
}
