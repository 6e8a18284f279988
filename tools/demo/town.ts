import type { Point } from './lettering.js';
import { between, pick, randomFor, shuffled, wholeBetween, type Random } from './random.js';

/**
 * The neighbourhood of a sheet. Plan coordinates (u, v) are sheet units before the streets are bent: the sheet is 1600
 * wide and 1900 high, one foot is 1.5 units. The building on a lot depends only on the seed, the lot and the year, so
 * sheets of different years show the same streets with the buildings of their time.
 */
export const SHEET_WIDTH = 1600;
export const SHEET_HEIGHT = 1900;
export const UNITS_PER_FOOT = 1.5;

export interface Rect {
  u0: number;
  v0: number;
  u1: number;
  v1: number;
}

/** Construction, in the colours of the trade: pink brick, yellow frame, blue stone, grey iron, green for special hazards. */
export type Material = 'brick' | 'frame' | 'stone' | 'iron' | 'special' | 'none';

export interface Building {
  ring: Point[];
  material: Material;
  storeys: number;
  /** What it is used as: D dwelling, S store, FL. flats, or a word for a works building. */
  use?: string;
  /** A stable or barn: crossed from corner to corner. */
  crossed?: boolean;
  /** An open shed: broken outline. */
  open?: boolean;
  /** Cap height of `use`; chosen by room when absent. */
  lettering?: number;
  upright?: boolean;
}

export interface Tank {
  at: Point;
  radius: number;
  material: Material;
  text?: string[];
}

export interface Word {
  text: string;
  at: Point;
  size: number;
  /** Reads upwards along the avenue instead of along the street. */
  upright?: boolean;
  spacing?: number;
  roman?: boolean;
}

/** A line of the plan: `lot` thin, `dash` broken, `wall` heavy. */
export interface Line {
  points: Point[];
  kind: 'lot' | 'dash' | 'wall';
}

/** A site that an assessor would mark: place, lettering, land use. */
export interface Site {
  text: string;
  landUse: string;
  area: Rect;
}

export interface HouseNumber {
  text: string;
  at: Point;
  upright: boolean;
}

export interface Street {
  name: string;
  /** Cap line to cap line in plan units, feet in `feet`. */
  from: number;
  to: number;
  feet: number;
  main: boolean;
}

export interface Town {
  seed: number;
  name: string;
  state: string;
  river: string;
  railroad: string;
  /** Streets running across the sheet, from north to south, and up the sheet, from west to east. */
  across: Street[];
  up: Street[];
  blocks: Block[];
  /** Parcels between the last street and the river. */
  waterfront: Rect[];
  bank: Point[];
  piers: Rect[];
  /** Bends plan coordinates into the lie of the land. */
  bend: (at: Point) => Point;
  /** True when the right-hand side of the sheet is higher. */
  rising: boolean;
  waterfrontUse: WaterfrontUse[];
}

export interface Block extends Rect {
  number: number;
  row: number;
  column: number;
  use: BlockUse;
}

export type WaterfrontUse = 'gas' | 'timber' | 'coal';
export type BlockUse = 'houses' | 'works' | 'rink' | 'church' | 'school';

/** The town in a year. */
export interface Scene {
  buildings: Building[];
  tanks: Tank[];
  words: Word[];
  lines: Line[];
  numbers: HouseNumber[];
  sites: Site[];
  /** Centre lines of tracks, in plan coordinates. */
  tracks: Point[][];
}

const TOWNS = [
  ['MILLBROOK', 'OHIO'],
  ['HARTWELL', 'NEW YORK'],
  ['ASHFORD LANDING', 'PENNSYLVANIA'],
  ['KINGSFERRY', 'NEW JERSEY'],
  ['STANWICK', 'INDIANA'],
  ['PORT ELLERY', 'MICHIGAN'],
] as const;
const RIVERS = ['MILL RIVER', 'ALDER RIVER', 'STONY RIVER', 'WILLOW RIVER', 'OTTER RIVER'];
const ACROSS = [
  'CHURCH',
  'ELM',
  'CANAL',
  'FRONT',
  'WATER',
  'SPRING',
  'MARKET',
  'UNION',
  'DEPOT',
  'LOCUST',
  'FERRY',
  'MECHANIC',
];
const UP = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'SEVENTH', 'EIGHTH', 'NINTH'];
const AVENUES = ['KENT', 'LIBERTY', 'CENTRAL', 'FACTORY', 'COLUMBIA', 'MADISON'];

/** The streets, blocks and parcels of a seed; they hold for all years. */
export function townOf(seed: number): Town {
  const random = randomFor(seed, 'plan');
  const [name, state] = TOWNS[Math.abs(Math.trunc(seed)) % TOWNS.length] ?? TOWNS[0];
  const rising = random() < 0.7;
  const lift = (rising ? -1 : 1) * between(random, 0.055, 0.09);
  const skew = between(random, -0.012, 0.03);
  const bend = ([u, v]: Point): Point => {
    const t = Math.min(1, Math.max(0, (v - 80) / 1450));
    return [u + skew * (v - 900), v + lift * (0.1 + 0.9 * t * t) * (u - 800)];
  };

  const first = wholeBetween(random, 0, 4);
  const names = shuffled(random, ACROSS.slice(0, -2)).slice(0, 3);
  const across: Street[] = [
    { name: `${names[0]} ST.`, from: 96, to: 170, feet: 50, main: false },
    { name: `${names[1]} ST.`, from: 452, to: 526, feet: 50, main: false },
    { name: `${pick(random, AVENUES)} AVE.`, from: 808, to: 900, feet: 60, main: true },
    { name: `${names[2]} ST.`, from: 1182, to: 1264, feet: 55, main: false },
  ];
  const widths = [between(random, 350, 380), between(random, 340, 372)];
  const left = 156;
  const right = 1404;
  const gap = 80;
  const c1 = left + (widths[0] ?? 0);
  const c2 = c1 + gap + (widths[1] ?? 0);
  const up: Street[] = [0, 1, 2, 3].map((i) => ({
    name: `${UP[first + i]} ST.`,
    from: [left - gap, c1, c2, right][i] ?? 0,
    to: [left, c1 + gap, c2 + gap, right + gap][i] ?? 0,
    feet: 53,
    main: i === 2,
  }));
  const columns: [number, number][] = [
    [left, c1],
    [c1 + gap, c2],
    [c2 + gap, right],
  ];
  const rows: [number, number][] = [
    [170, 452],
    [526, 808],
    [900, 1182],
  ];
  const uses = blockUses(random);
  const firstNumber = wholeBetween(random, 12, 80) * 10;
  const blocks = rows.flatMap(([v0, v1], row) =>
    columns.map(([u0, u1], column): Block => {
      const number = firstNumber + row * 3 + column + 1;
      return { u0, v0, u1, v1, row, column, number, use: uses[row * 3 + column] ?? 'houses' };
    }),
  );

  const bankLine = 1500;
  const waterfront = columns.map(([u0, u1]): Rect => ({ u0, v0: 1264, u1, v1: bankLine + between(random, 6, 20) }));
  const piers = waterfront.map((parcel, i): Rect => {
    const width = [62, 44, 54][i] ?? 50;
    const u0 = parcel.u0 + between(random, 0.15, 0.62) * (parcel.u1 - parcel.u0 - width);
    return { u0, v0: parcel.v1, u1: u0 + width, v1: parcel.v1 + ([118, 70, 96][i] ?? 90) };
  });
  return {
    seed,
    name,
    state,
    river: pick(random, RIVERS),
    railroad: `${name.split(' ').at(-1)} & WESTERN R.R.`,
    across,
    up,
    blocks,
    waterfront,
    bank: bankOf(waterfront, piers, random),
    piers,
    bend,
    rising,
    waterfrontUse: shuffled<WaterfrontUse>(random, ['gas', 'timber', 'coal']),
  };
}

/** The middle of a sheet, around which a town is turned. */
const MIDDLE: Point = [800, 900];

/** The same town with its streets turned on the sheet, as where a town follows its river; degrees clockwise. */
export function turnedBy(town: Town, degrees: number): Town {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turn = ([x, y]: Point): Point => {
    const [dx, dy] = [x - MIDDLE[0], y - MIDDLE[1]];
    return [MIDDLE[0] + dx * c - dy * s, MIDDLE[1] + dx * s + dy * c];
  };
  return { ...town, bend: (at) => turn(town.bend(at)) };
}

function blockUses(random: Random): BlockUse[] {
  const uses: BlockUse[] = Array.from({ length: 9 }, () => 'houses');
  uses[6 + wholeBetween(random, 0, 2)] = 'works';
  uses[3 + wholeBetween(random, 0, 1)] = 'rink';
  uses[wholeBetween(random, 0, 1)] = 'church';
  uses[2] = 'school';
  return uses;
}

/** The edge of the water from west to east, around piers and into the slips between parcels. */
function bankOf(parcels: readonly Rect[], piers: readonly Rect[], random: Random): Point[] {
  const bank: Point[] = [[-40, 1512]];
  parcels.forEach((parcel, i) => {
    const pier = piers[i];
    const slip = between(random, 20, 44);
    bank.push([parcel.u0 - 62, 1508], [parcel.u0 - 58, 1508 - slip], [parcel.u0 - 6, 1508 - slip]);
    bank.push([parcel.u0, parcel.v1]);
    if (pier) bank.push([pier.u0, pier.v0], [pier.u0 + 3, pier.v1], [pier.u1, pier.v1 - 5], [pier.u1, pier.v0]);
    bank.push([parcel.u1, parcel.v1]);
  });
  const last = parcels[parcels.length - 1]?.u1 ?? 1400;
  bank.push([last + 8, 1482], [last + 70, 1482], [last + 74, 1508], [1640, 1502]);
  return bank;
}
