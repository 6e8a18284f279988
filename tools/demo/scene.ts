import { lotRow, type LotRow } from './houses.js';
import type { Point } from './lettering.js';
import { between, randomFor } from './random.js';
import {
  church,
  coalYard,
  fillingStation,
  gasWorks,
  laundry,
  pierShed,
  rectLines,
  rink,
  school,
  timberYard,
  works,
} from './sites.js';
import type { Block, Scene, Town } from './town.js';

/** All buildings of the town in a year. */
export function sceneOf(town: Town, year: number): Scene {
  const scene: Scene = {
    buildings: [],
    tanks: [],
    words: [],
    lines: [],
    numbers: [],
    sites: [],
    tracks: [],
  };
  for (const block of town.blocks) fillBlock(scene, town, block, year);
  town.waterfront.forEach((parcel, i) => {
    const use = town.waterfrontUse[i];
    if (use === 'gas') gasWorks(scene, parcel, year);
    if (use === 'timber') timberYard(scene, parcel, year, town.seed);
    if (use === 'coal') coalYard(scene, parcel, year, town.seed);
  });
  town.piers.forEach((pier, i) => pierShed(scene, pier, i, year));
  layTracks(scene, town, year);
  return scene;
}

/** Side of the corner lot that is a livery stable first and a filling station later, in plan units. */
const CORNER = { u: 112, v: 118 };

function fillBlock(scene: Scene, town: Town, block: Block, year: number): void {
  const random = randomFor(town.seed, 'block', block.number);
  const key = `${town.seed}:${block.number}`;
  const { v0, v1 } = block;
  const middle = v0 + (v1 - v0) * between(random, 0.485, 0.515);
  const corner = block.row === 1 && block.column === 2;
  let westEnd = corner ? CORNER.u : random() < 0.55 ? between(random, 98, 116) : 0;
  let eastEnd = random() < 0.55 ? between(random, 98, 116) : 0;
  let { u0, u1 } = block;
  rectLines(scene, block);
  if (block.use !== 'houses') {
    const share = { works: 0.6, rink: 0.5, church: 0.42, school: 0.52 }[block.use] * (u1 - u0);
    const west = random() < 0.5;
    const cut = west ? u0 + share : u1 - share;
    scene.lines.push({
      kind: 'lot',
      points: [
        [cut, v0],
        [cut, v1],
      ],
    });
    const draw = { works, rink, church, school }[block.use];
    draw(scene, west ? { u0, v0, u1: cut, v1 } : { u0: cut, v0, u1, v1 }, year);
    // the rest is too narrow for lots on the avenues
    [u0, u1, westEnd, eastEnd] = west ? [cut, u1, 0, 0] : [u0, cut, 0, 0];
  }

  const left = u0 + westEnd;
  const right = u1 - eastEnd;
  let north = left;
  if (block.row === 0 && block.column === 1) {
    laundry(scene, { u0: left, v0, u1: left + 96, v1: middle }, year);
    north += 96;
  }
  if (corner) fillingStation(scene, { u0, v0: v1 - CORNER.v, u1: u0 + CORNER.u, v1 }, year);

  const hundred = (block.column + 1) * 100;
  const rowHundred = (block.row + 1) * 100;
  const along = { upright: false };
  const up = { upright: true, length: v1 - v0 };
  const rows: LotRow[] = [
    {
      ...along,
      key: `${key}:n`,
      length: right - north,
      depth: middle - v0,
      firstNumber: hundred + 1,
      commerce: block.row === 2,
      at: (a, d) => [north + a, v0 + d],
    },
    {
      ...along,
      key: `${key}:s`,
      length: right - left,
      depth: v1 - middle,
      firstNumber: hundred + 2,
      commerce: block.row === 1,
      at: (a, d) => [left + a, v1 - d],
    },
  ];
  if (westEnd > 0) {
    const length = corner ? v1 - v0 - CORNER.v : v1 - v0;
    rows.push({
      ...up,
      key: `${key}:w`,
      length,
      depth: westEnd,
      firstNumber: rowHundred + 1,
      commerce: block.column === 2,
      at: (a, d) => [u0 + d, v0 + a],
    });
  }
  if (eastEnd > 0) {
    rows.push({
      ...up,
      key: `${key}:e`,
      depth: eastEnd,
      firstNumber: rowHundred + 2,
      commerce: block.column === 1,
      at: (a, d) => [u1 - d, v0 + a],
    });
  }
  for (const row of rows) lotRow(scene, row, year);
}

/** A main track along the water street and a spur into the coal yard. */
function layTracks(scene: Scene, town: Town, year: number): void {
  const main: Point[] = [];
  for (let u = -40; u <= 1640; u += 40) main.push([u, 1236 + 3 * Math.sin(u / 260)]);
  scene.tracks.push(main);
  const coal = town.waterfront[town.waterfrontUse.indexOf('coal')];
  if (coal)
    scene.tracks.push(spur(coal.u0 - 130, 1237, coal.u0 + 40, coal.v0 + 0.33 * (coal.v1 - coal.v0), coal.u1 - 20));
  const timber = town.waterfront[town.waterfrontUse.indexOf('timber')];
  if (timber && year >= 1895) {
    const y = timber.v0 + 0.035 * (timber.v1 - timber.v0);
    if (year < 1915) scene.tracks.push(spur(timber.u0 - 110, 1237, timber.u0 + 20, y - 1, timber.u1 - 130));
  }
}

/** An easement from one line to another, then straight on. */
function spur(u0: number, v0: number, u1: number, v1: number, end: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= 16; i++) {
    const t = i / 16;
    points.push([u0 + (u1 - u0) * t, v0 + (v1 - v0) * t * t * (3 - 2 * t)]);
  }
  points.push([end, v1 + 2]);
  return points;
}
