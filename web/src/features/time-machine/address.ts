import type { PointPair } from '@symbio/proto/document/similarity';

export const MODES = ['side', 'swipe', 'fade'] as const;
export type Mode = (typeof MODES)[number];

/** Where one looks: the middle of the view in image pixels of the first sheet, and CSS pixels per such pixel. */
export interface Place {
  x: number;
  y: number;
  zoom: number;
  /** degrees clockwise, 0 to 270 by quarter turns */
  turn: number;
}

/** The whole view. It lives in the address, so that a link shows somebody else the same (and Back goes back). */
export interface View {
  /** ids of the two pages; null: the page chooses */
  first: string | null;
  second: string | null;
  mode: Mode;
  /** share of the width left of the divider, or opacity of the second sheet; 0 to 1 */
  share: number;
  /** null: the whole first sheet */
  place: Place | null;
  pairs: PointPair[];
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const PLACE = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER})(?:,(0|90|180|270))?$`);
const PAIR = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER}),(${NUMBER})$`);

/** Pairs of points an address may hold: far more than help, and well within what addresses may be long. */
export const MAX_PAIRS = 20;

const isMode = (text: string | null): text is Mode => (MODES as readonly (string | null)[]).includes(text);

function placeOf(text: string | null): Place | null {
  const match = PLACE.exec(text ?? '');
  if (!match) return null;
  const [x = 0, y = 0, zoom = 0, turn = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return zoom > 0 ? { x, y, zoom, turn } : null;
}

function pairsOf(text: string | null): PointPair[] {
  return (text ?? '')
    .split(';')
    .map((part) => PAIR.exec(part)?.slice(1).map(Number))
    .filter((numbers) => numbers !== undefined)
    .slice(0, MAX_PAIRS)
    .map(([ax = 0, ay = 0, bx = 0, by = 0]) => ({ from: { x: ax, y: ay }, to: { x: bx, y: by } }));
}

/** Reads the view out of an address. What it does not understand is as if it were not there. */
export function viewOf(address: URLSearchParams): View {
  const mode = address.get('mode');
  const share = Number(address.get('share') ?? 'NaN');
  return {
    first: address.get('a'),
    second: address.get('b'),
    mode: isMode(mode) ? mode : 'side',
    share: share >= 0 && share <= 1 ? share : 0.5,
    place: placeOf(address.get('at')),
    pairs: pairsOf(address.get('points')),
  };
}

/** Without digits nobody can see: a tenth of a pixel, four digits of zoom. */
const short = (value: number, digits = 1): string => String(Number(value.toFixed(digits)));

/** Writes the view into an address. */
export function addressOf({ first, second, mode, share, place, pairs }: View): URLSearchParams {
  const address = new URLSearchParams();
  if (first) address.set('a', first);
  if (second) address.set('b', second);
  if (mode !== 'side') {
    address.set('mode', mode);
    address.set('share', short(share, 3));
  }
  if (place) {
    const parts = [short(place.x), short(place.y), short(place.zoom, 5)];
    address.set('at', [...parts, ...(place.turn ? [String(place.turn)] : [])].join(','));
  }
  if (pairs.length > 0)
    address.set(
      'points',
      pairs.map(({ from, to }) => [from.x, from.y, to.x, to.y].map((value) => short(value)).join(',')).join(';'),
    );
  return address;
}
