import type { Point } from './lettering.js';
import { between, randomFor, wholeBetween, type Random } from './random.js';
import type { Building, Scene } from './town.js';

/** A row of lots: `at` takes the distance along the street and the depth from it to the plan. */
export interface LotRow {
  key: string;
  length: number;
  depth: number;
  at: (along: number, deep: number) => Point;
  upright: boolean;
  /** First house number; they grow by two along the row. */
  firstNumber: number;
  commerce: boolean;
}

type House = 'terrace' | 'cottage' | 'store' | 'flats';

/** Divides a row into lots and builds each lot's building of the year. */
export function lotRow(scene: Scene, row: LotRow, year: number): void {
  let along = 0;
  let number = row.firstNumber;
  let run = 0;
  while (along < row.length - 20) {
    const history = runHistory(randomFor(row.key, 'run', run), row, run === 0 || along > row.length - 120);
    const lots = Math.max(1, Math.min(history.lots, Math.round((row.length - along) / history.lotWidth)));
    const rest = row.length - along - lots * history.lotWidth;
    // a sliver at the end of a row is shared out instead of left over
    const width = rest < 26 ? (row.length - along) / lots : history.lotWidth;
    for (let i = 0; i < lots; i++) {
      const a0 = along + i * width;
      const a1 = a0 + width;
      if (a1 < row.length - 1) scene.lines.push({ kind: 'lot', points: [row.at(a1, 0), row.at(a1, row.depth)] });
      const standing = history.stages.findLast((stage) => stage.from <= year);
      if (standing) {
        const lot = randomFor(row.key, run, i, standing.from);
        house(scene, row, a0, a1, standing.house, history, lot, year);
        scene.numbers.push({ text: String(number), at: row.at((a0 + a1) / 2, -9), upright: row.upright });
      }
      number += 2;
    }
    along += lots * width;
    run += 1;
  }
  scene.lines.push({ kind: 'lot', points: [row.at(0, row.depth), row.at(row.length, row.depth)] });
}

interface RunHistory {
  lots: number;
  lotWidth: number;
  depth: number;
  setback: number;
  storeys: number;
  stages: { from: number; house: House }[];
}

/** A run of neighbouring lots was built, and later perhaps rebuilt, by one hand. */
function runHistory(random: Random, row: LotRow, corner: boolean): RunHistory {
  const built = wholeBetween(random, 1862, 1912);
  const early = built < 1882;
  const store = row.commerce ? 0.75 : corner ? 0.45 : 0.06;
  const roll = random();
  const first: House =
    roll < store ? 'store' : roll < store + (early ? 0.42 : 0.14) ? 'cottage' : built > 1893 ? 'flats' : 'terrace';
  const stages = [{ from: random() < 0.72 ? Math.min(built, 1884) : built, house: first }];
  if (first === 'cottage' && random() < 0.6) {
    stages.push({ from: wholeBetween(random, 1889, 1922), house: random() < 0.55 ? 'flats' : 'store' });
  } else if (random() < 0.14) {
    stages.push({ from: wholeBetween(random, 1898, 1924), house: 'flats' });
  }
  return {
    lots: first === 'cottage' ? wholeBetween(random, 1, 4) : wholeBetween(random, 2, 6),
    lotWidth: between(random, 32, 40),
    depth: between(random, 0.4, 0.54),
    setback: random() < 0.5 ? 0 : between(random, 3, 8),
    storeys: wholeBetween(random, 2, 4),
    stages,
  };
}

function house(
  scene: Scene,
  row: LotRow,
  a0: number,
  a1: number,
  kind: House,
  run: RunHistory,
  random: Random,
  year: number,
): void {
  const width = a1 - a0;
  const mirrored = random() < 0.5;
  const ring = (points: readonly Point[]): Point[] =>
    points.map(([x, d]) => row.at(mirrored ? a1 - x * width : a0 + x * width, d));
  const deep = run.depth * row.depth;
  const add = (points: readonly Point[], rest: Omit<Building, 'ring'>): void => {
    scene.buildings.push({ ring: ring(points), ...rest });
  };
  if (kind === 'terrace') {
    const wing = deep + between(random, 16, 34);
    add(
      [
        [0, run.setback],
        [1, run.setback],
        [1, deep],
        [0.56, deep],
        [0.56, wing],
        [0, wing],
        [0, deep],
      ],
      {
        material: 'brick',
        storeys: run.storeys,
        use: 'D',
      },
    );
  } else if (kind === 'store') {
    const frame = random() < 0.25;
    const end = Math.min(row.depth - 14, deep + between(random, 12, 40));
    add(
      [
        [0, 0],
        [1, 0],
        [1, end],
        [0, end],
      ],
      { material: frame ? 'frame' : 'brick', storeys: run.storeys, use: 'S' },
    );
    if (random() < 0.4)
      add(
        [
          [0.2, end],
          [1, end],
          [1, end + 14],
          [0.2, end + 14],
        ],
        { material: 'frame', storeys: 1 },
      );
  } else if (kind === 'flats') {
    const end = Math.min(row.depth - 16, row.depth * 0.74);
    const well: Point[] = [
      [1, end * 0.36],
      [0.84, end * 0.41],
      [0.84, end * 0.62],
      [1, end * 0.67],
    ];
    const other: Point[] = [
      [0, end * 0.67],
      [0.16, end * 0.62],
      [0.16, end * 0.41],
      [0, end * 0.36],
    ];
    add([[0, 1], [1, 1], ...well, [1, end], [0, end], ...other], {
      material: random() < 0.16 ? 'special' : 'brick',
      storeys: run.storeys + 1,
      use: 'FL.',
    });
  } else {
    const side = 4 / width;
    const front = run.setback + 6;
    const end = front + Math.max(40, deep * 0.8);
    add(
      [
        [side, front],
        [1 - side * 2, front],
        [1 - side * 2, end],
        [0.62, end],
        [0.62, end + 18],
        [0.16, end + 18],
        [0.16, end],
        [side, end],
      ],
      {
        material: 'frame',
        storeys: Math.min(2, run.storeys),
        use: 'D',
      },
    );
    if (random() < 0.6)
      add(
        [
          [side, front - 7],
          [0.72, front - 7],
          [0.72, front],
          [side, front],
        ],
        { material: 'frame', storeys: 0, open: true },
      );
  }
  const shed = random();
  if (kind !== 'flats' && shed < 0.42 && row.depth > 120) {
    const h = between(random, 13, 22);
    const w = between(random, 0.4, 0.96);
    const motor = year > 1914;
    add(
      [
        [0, row.depth - h],
        [w, row.depth - h],
        [w, row.depth - 1],
        [0, row.depth - 1],
      ],
      {
        material: random() < (motor ? 0.5 : 0.9) ? 'frame' : 'brick',
        storeys: 1,
        crossed: !motor && shed < 0.22,
        use: motor && shed < 0.22 ? 'A' : undefined,
      },
    );
  }
}
