import type { Point } from './lettering.js';
import { between, randomFor } from './random.js';
import type { Building, Line, Material, Rect, Scene, Word } from './town.js';

/** Drawing on a site in shares of its area: (0, 0) is its north-west corner. */
class Ground {
  constructor(
    private readonly scene: Scene,
    readonly area: Rect,
  ) {}

  at(x: number, y: number): Point {
    return [this.area.u0 + x * (this.area.u1 - this.area.u0), this.area.v0 + y * (this.area.v1 - this.area.v0)];
  }

  rect(x0: number, y0: number, x1: number, y1: number): Rect {
    const [u0, v0] = this.at(x0, y0);
    const [u1, v1] = this.at(x1, y1);
    return { u0, v0, u1, v1 };
  }

  build(box: readonly [number, number, number, number], material: Material, rest: Partial<Building> = {}): void {
    const { u0, v0, u1, v1 } = this.rect(...box);
    this.scene.buildings.push({
      ring: [
        [u0, v0],
        [u1, v0],
        [u1, v1],
        [u0, v1],
      ],
      material,
      storeys: 1,
      ...rest,
    });
  }

  tank(x: number, y: number, radius: number, material: Material, text?: string[]): void {
    this.scene.tanks.push({ at: this.at(x, y), radius, material, text });
  }

  word(text: string, x: number, y: number, size: number, rest: Partial<Word> = {}): void {
    this.scene.words.push({ text, at: this.at(x, y), size, ...rest });
  }

  line(kind: Line['kind'], ...points: readonly Point[]): void {
    this.scene.lines.push({ kind, points: points.map(([x, y]) => this.at(x, y)) });
  }

  site(text: string, landUse: string, box: readonly [number, number, number, number]): void {
    this.scene.sites.push({ text, landUse, area: this.rect(...box) });
  }
}

/** The outline of a block. */
export function rectLines(scene: Scene, { u0, v0, u1, v1 }: Rect): void {
  scene.lines.push({
    kind: 'wall',
    points: [
      [u0, v0],
      [u1, v0],
      [u1, v1],
      [u0, v1],
      [u0, v0],
    ],
  });
}

/** A works that makes gas until about 1915 and only stores it afterwards, with its holders. */
export function gasWorks(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  rectEdges(scene, area);
  const making = year < 1915;
  ground.build([0.03, 0.07, 0.2, 0.66], 'brick', { use: making ? 'RETORT HO.' : 'STORAGE', upright: true, storeys: 1 });
  ground.build([0.1, 0.13, 0.135, 0.6], 'iron', { storeys: 0 });
  ground.build([0.235, 0.07, 0.42, 0.27], 'brick', { use: making ? 'PURIFYING HO.' : 'METER REPAIRS', storeys: 2 });
  ground.build([0.44, 0.07, 0.52, 0.2], 'brick', { use: 'OFF.', storeys: 2 });
  ground.build([0.03, 0.72, 0.28, 0.94], 'frame', { use: 'COAL SHED', open: true });
  ground.build([0.235, 0.4, 0.33, 0.54], 'brick', { use: 'ENG.', storeys: 1 });
  ground.build([0.3, 0.86, 0.38, 0.94], 'frame', { storeys: 1 });
  const holder = (capacity: string): string[] => ['GAS HOLDER', `CAP. ${capacity}`, 'CU. FT.'];
  ground.tank(0.51, 0.6, 47, 'none', holder(year < 1890 ? '60,000' : '90,000'));
  ground.tank(0.83, 0.64, year < 1890 ? 42 : 52, 'none', holder(year < 1890 ? '60,000' : '150,000'));
  if (year >= 1892 && making) ground.tank(0.88, 0.17, 31, 'none', ['GAS', 'HOLDER']);
  if (!making) {
    for (const [x, y] of [
      [0.79, 0.11],
      [0.9, 0.11],
      [0.79, 0.23],
      [0.9, 0.23],
    ] as const)
      ground.tank(x, y, 11.5, 'iron');
    ground.line('dash', [0.73, 0.045], [0.96, 0.045], [0.96, 0.295], [0.73, 0.295], [0.73, 0.045]);
    ground.word('GAS OIL', 0.645, 0.14, 7);
    ground.word('TANKS', 0.645, 0.2, 7);
    ground.site('GAS OIL TANKS', 'fuel_storage', [0.57, 0.02, 0.99, 0.32]);
  }
  ground.word(year < 1900 ? 'CITIZENS GAS LIGHT CO.' : 'CONSOLIDATED GAS CO.', 0.6, 0.355, 9, { spacing: 0.1 });
  ground.word('GAS HOLDERS', 0.67, 0.91, 11.5, { spacing: 0.3, roman: true });
  ground.site('GAS HOLDERS', 'gas_holder_site', [0.36, 0.36, 0.99, 0.97]);
  if (making) ground.site('RETORT HO.', 'manufactured_gas_plant', [0.01, 0.03, 0.44, 0.7]);
}

/** A lumber yard that gives way to an oil depot about 1915. */
export function timberYard(scene: Scene, area: Rect, year: number, seed: number): void {
  const ground = new Ground(scene, area);
  rectEdges(scene, area);
  const random = randomFor(seed, 'timber');
  if (year >= 1915) {
    ground.build([0.04, 0.08, 0.24, 0.24], 'brick', { use: 'PUMP HO.', storeys: 1 });
    ground.build([0.04, 0.3, 0.16, 0.48], 'iron', { use: 'OFF.', storeys: 1 });
    ground.build([0.04, 0.62, 0.24, 0.92], 'brick', { use: 'BARREL WHSE.', storeys: 2 });
    for (const [x, y, r] of [
      [0.42, 0.3, 31],
      [0.64, 0.3, 31],
      [0.86, 0.3, 31],
      [0.42, 0.66, 31],
      [0.64, 0.66, 31],
      [0.86, 0.66, 22],
    ] as const)
      ground.tank(x, y, r, 'iron', r > 30 ? ['IRON OIL', 'TANK'] : ['NAPHTHA']);
    ground.line('dash', [0.31, 0.12], [0.97, 0.12], [0.97, 0.83], [0.31, 0.83], [0.31, 0.12]);
    ground.word('OIL TANKS', 0.64, 0.91, 11.5, { spacing: 0.3, roman: true });
    ground.word('CONTINENTAL REFINING CO.', 0.64, 0.07, 9.5, { spacing: 0.1 });
    ground.site('OIL TANKS', 'fuel_storage', [0.3, 0.1, 0.99, 0.96]);
    return;
  }
  ground.build([0.04, 0.07, 0.3, 0.3], 'frame', { use: 'PLANING MILL', storeys: 2 });
  ground.build([0.3, 0.12, 0.38, 0.26], 'brick', { use: 'ENG.', storeys: 1 });
  ground.build([0.04, 0.36, 0.14, 0.62], 'frame', { use: 'DRY KILN', upright: true, storeys: 1 });
  if (year >= 1890) ground.build([0.72, 0.07, 0.95, 0.22], 'frame', { use: 'SASH & BLINDS', storeys: 2 });
  ground.build([0.86, 0.72, 0.96, 0.94], 'frame', { storeys: 1, crossed: true });
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 3; j++) {
      if (random() < 0.12) continue;
      const x = 0.2 + i * 0.108 + between(random, 0, 0.012);
      const y = 0.36 + j * 0.2;
      const [w, h] = [between(random, 0.06, 0.085), between(random, 0.1, 0.13)];
      ground.build([x, y, x + w, y + h], 'none', { open: true, storeys: 0 });
      // boards, laid the long way
      for (let board = 1; board < 6; board++) {
        const left = x + (board * w) / 6;
        ground.line('lot', [left, y + 0.015], [left, y + h - 0.015]);
      }
    }
  }
  ground.word('LUMBER YARD', 0.52, 0.93, 11.5, { spacing: 0.3, roman: true });
  ground.word(year < 1900 ? 'HALSTED BROS.' : 'HALSTED & SON CO.', 0.54, 0.3, 10, { spacing: 0.12 });
  ground.site('LUMBER YARD', 'lumber_yard', [0.16, 0.26, 0.86, 0.98]);
}

/** Coal pockets and sheds on the wharf, with a freight house that becomes a garage. */
export function coalYard(scene: Scene, area: Rect, year: number, seed: number): void {
  const ground = new Ground(scene, area);
  rectEdges(scene, area);
  const random = randomFor(seed, 'coal');
  ground.build([0.05, 0.5, 0.62, 0.66], 'frame', { use: 'COAL POCKETS', storeys: 1, open: true });
  for (let i = 1; i < 8; i++) ground.line('lot', [0.05 + i * 0.0712, 0.5], [0.05 + i * 0.0712, 0.66]);
  ground.build([0.7, 0.46, 0.94, 0.84], 'frame', { use: 'COAL SHED', upright: true, open: true });
  ground.build([0.06, 0.78, 0.2, 0.94], 'brick', { use: 'OFF.', storeys: 2 });
  ground.build([0.24, 0.84, 0.36, 0.94], 'frame', {
    storeys: 1,
    crossed: year < 1915,
    use: year < 1915 ? undefined : 'A',
  });
  ground.word('COAL YARD', 0.42, 0.75, 11.5, { spacing: 0.3, roman: true });
  ground.word(random() < 0.5 ? "PEOPLE'S COAL & ICE CO." : 'BLACK DIAMOND COAL CO.', 0.42, 0.42, 9.5, { spacing: 0.1 });
  ground.site('COAL YARD', 'coal_storage', [0.02, 0.36, 0.98, 0.98]);
  if (year >= 1900) {
    ground.build([0.55, 0.06, 0.95, 0.28], year < 1915 ? 'frame' : 'brick', {
      use: year < 1915 ? 'FREIGHT HO.' : 'AUTO REPAIRS',
      storeys: year < 1915 ? 1 : 2,
    });
    if (year >= 1915) ground.site('AUTO REPAIRS', 'auto_repair', [0.52, 0.02, 0.98, 0.32]);
  } else {
    ground.build([0.62, 0.08, 0.92, 0.24], 'frame', { use: 'FREIGHT HO.', storeys: 1 });
  }
}

/** Fence lines of a parcel on the water: its river side is the bank itself. */
function rectEdges(scene: Scene, { u0, v0, u1, v1 }: Rect): void {
  scene.lines.push({
    kind: 'wall',
    points: [
      [u0, v1],
      [u0, v0],
      [u1, v0],
      [u1, v1],
    ],
  });
}

/** A tannery, then an iron works with foundry, then a machine and plating works. */
export function works(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  if (year < 1892) {
    ground.build([0.06, 0.04, 0.46, 0.24], 'brick', { use: 'CURRYING SHOP', storeys: 3 });
    ground.build([0.46, 0.04, 0.62, 0.18], 'brick', { use: 'ENG.', storeys: 1 });
    ground.build([0.06, 0.3, 0.36, 0.56], 'frame', { use: 'BEAM HO.', storeys: 2 });
    ground.build([0.66, 0.06, 0.94, 0.34], 'frame', { use: 'BARK SHED', open: true });
    ground.build([0.06, 0.82, 0.5, 0.96], 'frame', { use: 'HIDE HO.', storeys: 2 });
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 3; j++)
        ground.build([0.44 + i * 0.085, 0.4 + j * 0.065, 0.505 + i * 0.085, 0.45 + j * 0.065], 'none', { storeys: 0 });
    ground.word('TAN VATS', 0.7, 0.625, 7.5);
    ground.word('H. BREWSTER & SONS', 0.5, 0.685, 9.5, { spacing: 0.1 });
    ground.word('TANNERY', 0.5, 0.765, 12, { spacing: 0.3, roman: true });
    ground.site('TANNERY', 'tannery_leather_works', [0.02, 0.27, 0.99, 0.99]);
    return;
  }
  const modern = year >= 1915;
  ground.build([0.05, 0.04, 0.95, 0.2], 'brick', { use: 'MACHINE SHOP', storeys: 3, lettering: 11 });
  ground.build([0.05, 0.27, 0.62, 0.6], 'brick', {
    use: modern ? 'CASTINGS WHSE.' : 'FOUNDRY',
    storeys: 1,
    lettering: modern ? 8 : 12.5,
  });
  ground.build([0.62, 0.34, 0.74, 0.46], 'brick', { use: 'ENG.', storeys: 1 });
  ground.tank(0.56, 0.545, 7, 'iron');
  ground.build([0.05, 0.82, 0.42, 0.96], 'frame', { use: 'PATTERN SHOP', storeys: 2 });
  ground.build([0.8, 0.27, 0.95, 0.56], 'frame', { use: 'FLASKS', upright: true, open: true });
  ground.word(year < 1915 ? 'VULCAN IRON WORKS' : 'VULCAN MFG. CO.', 0.5, 0.7, 11, { spacing: 0.14 });
  ground.site('MACHINE SHOP', 'manufacturing', [0.02, 0.01, 0.98, 0.23]);
  if (!modern) ground.site('FOUNDRY', 'foundry_smelter', [0.02, 0.24, 0.78, 0.63]);
  if (year >= 1900) {
    ground.build([0.54, 0.78, 0.94, 0.96], modern ? 'brick' : 'iron', { use: 'PLATING', storeys: 1, lettering: 10.5 });
    ground.site('PLATING', 'metal_plating', [0.51, 0.74, 0.98, 0.99]);
  }
}

/** A skating pond with an ice house, then a rink with refrigeration. */
export function rink(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  if (year < 1892) {
    ground.build([0.1, 0.08, 0.42, 0.32], 'frame', { use: 'ICE HO.', storeys: 2, lettering: 8 });
    ground.line(
      'dash',
      [0.5, 0.2],
      [0.72, 0.14],
      [0.9, 0.3],
      [0.92, 0.62],
      [0.74, 0.84],
      [0.44, 0.8],
      [0.32, 0.58],
      [0.5, 0.2],
    );
    ground.word('SKATING POND', 0.62, 0.5, 8.5, { spacing: 0.12 });
    return;
  }
  ground.build([0.1, 0.14, 0.9, 0.84], year < 1900 ? 'frame' : 'brick', { storeys: 1 });
  ground.build([0.42, 0.84, 0.58, 0.9], 'frame', { storeys: 1 });
  ground.build([0.1, 0.84, 0.26, 0.95], 'brick', { use: 'ENG.', storeys: 1 });
  ground.line('dash', [0.16, 0.22], [0.84, 0.22], [0.84, 0.76], [0.16, 0.76], [0.16, 0.22]);
  ground.word('ICE RINK', 0.5, 0.46, 13, { spacing: 0.25, roman: true });
  ground.word('TRUSSED ROOF', 0.5, 0.56, 6.5);
  ground.word('AMMONIA REFRIG.', 0.5, 0.61, 6.5);
  ground.site('ICE RINK', 'ice_rink_historic', [0.06, 0.1, 0.94, 0.98]);
}

/** A stone church with its parsonage. */
export function church(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  const ring = (
    [
      [0.3, 0.2],
      [0.42, 0.2],
      [0.42, 0.12],
      [0.58, 0.12],
      [0.58, 0.2],
      [0.7, 0.2],
      [0.7, 0.5],
      [0.84, 0.5],
      [0.84, 0.64],
      [0.7, 0.64],
      [0.7, 0.74],
      [0.6, 0.82],
      [0.4, 0.82],
      [0.3, 0.74],
      [0.3, 0.64],
      [0.16, 0.64],
      [0.16, 0.5],
      [0.3, 0.5],
    ] as const
  ).map(([x, y]) => ground.at(x, y));
  scene.buildings.push({ ring, material: 'stone', storeys: 1 });
  ground.word("ST. LUKE'S", 0.5, 0.42, 8.5);
  ground.word('CHURCH', 0.5, 0.49, 8.5);
  ground.word('SLATE ROOF', 0.5, 0.7, 5.5);
  ground.build([0.06, 0.86, 0.34, 0.97], year < 1900 ? 'frame' : 'brick', { use: 'PARSONAGE', storeys: 2 });
}

/** A public school; a gymnasium joins it about 1900. */
export function school(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  const ring = (
    [
      [0.12, 0.3],
      [0.34, 0.3],
      [0.34, 0.22],
      [0.66, 0.22],
      [0.66, 0.3],
      [0.88, 0.3],
      [0.88, 0.56],
      [0.66, 0.56],
      [0.66, 0.62],
      [0.34, 0.62],
      [0.34, 0.56],
      [0.12, 0.56],
    ] as const
  ).map(([x, y]) => ground.at(x, y));
  scene.buildings.push({ ring, material: 'brick', storeys: 3 });
  ground.word('PUBLIC SCHOOL', 0.5, 0.4, 9);
  ground.word('NO. 4', 0.5, 0.47, 8);
  ground.word('STEAM HEAT', 0.5, 0.54, 5.5);
  if (year >= 1900) ground.build([0.3, 0.74, 0.7, 0.94], 'brick', { use: 'GYMNASIUM', storeys: 1 });
  else ground.build([0.72, 0.86, 0.92, 0.95], 'frame', { storeys: 1 });
}

/** Two houses, then a steam laundry, then a dry cleaner. */
export function laundry(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  scene.lines.push({ kind: 'lot', points: [ground.at(1, 0), ground.at(1, 1)] });
  if (year < 1890) {
    ground.build([0.04, 0.03, 0.46, 0.5], 'frame', { use: 'D', storeys: 2 });
    ground.build([0.54, 0.06, 0.96, 0.46], 'frame', { use: 'D', storeys: 2 });
    ground.build([0.3, 0.84, 0.7, 0.98], 'frame', { storeys: 1, crossed: true });
    return;
  }
  const cleaner = year >= 1915;
  ground.build([0, 0, 1, 0.62], 'brick', { storeys: 2 });
  ground.build([0.08, 0.62, 0.5, 0.86], 'brick', { use: cleaner ? 'WASHING' : 'ENG.', storeys: 1 });
  ground.build([0.62, 0.74, 0.94, 0.96], 'iron', { use: cleaner ? 'NAPHTHA' : undefined, storeys: 1 });
  if (cleaner) {
    ground.word('CLEANING', 0.5, 0.26, 10.5);
    ground.word('& DYEING', 0.5, 0.38, 10.5);
    ground.site('CLEANING & DYEING', 'dry_cleaner', [-0.08, -0.02, 1.08, 0.99]);
  } else {
    ground.word('STEAM', 0.5, 0.26, 9);
    ground.word('LAUNDRY', 0.5, 0.38, 11);
    ground.site('LAUNDRY', 'dry_cleaner', [-0.08, -0.02, 1.08, 0.9]);
  }
}

/** A livery stable at the corner, then a filling station. */
export function fillingStation(scene: Scene, area: Rect, year: number): void {
  const ground = new Ground(scene, area);
  ground.line('lot', [0, 0], [1, 0], [1, 1]);
  if (year < 1915) {
    ground.build([0.05, 0.3, 0.86, 0.97], 'frame', { use: 'LIVERY', storeys: 2, crossed: true });
    ground.build([0.3, 0.06, 0.7, 0.28], 'frame', { use: 'CARRIAGES', storeys: 1 });
    return;
  }
  ground.build([0.56, 0.08, 0.94, 0.34], 'iron', { use: 'OFF.', storeys: 1 });
  ground.build([0.16, 0.52, 0.8, 0.66], 'none', { storeys: 0, open: true });
  for (const x of [0.14, 0.27, 0.4]) ground.tank(x, 0.18, 6, 'iron');
  ground.word('GAS. TKS.', 0.27, 0.3, 5);
  ground.word('UNDER GR.', 0.27, 0.38, 5);
  ground.word('FILLING STA.', 0.5, 0.83, 10.5, { spacing: 0.06 });
  ground.site('FILLING STA.', 'gas_station', [0, 0.02, 1, 0.98]);
}

/** Buildings on a pier. */
export function pierShed(scene: Scene, pier: Rect, index: number, year: number): void {
  const ground = new Ground(scene, pier);
  scene.buildings.push({
    ring: [ground.at(0.05, 0), ground.at(0.95, 0), ground.at(0.95, 0.92), ground.at(0.08, 0.95)],
    material: 'frame',
    storeys: 0,
    open: true,
  });
  if (year >= 1895 && index !== 1)
    ground.build([0.22, 0.2, 0.8, 0.84], 'frame', {
      storeys: 1,
      use: index === 0 ? 'COAL HOIST' : 'SHED',
      upright: true,
    });
}
