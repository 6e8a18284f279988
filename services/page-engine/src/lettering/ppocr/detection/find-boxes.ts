import { boxesOf } from './components.js';
import { detectorInput } from './detector-input.js';
import type { Network } from '../model/network.js';
import type { PictureStrips } from '../picture-strips.js';
import { ProbabilityMap } from './probability-map.js';
import { coverOf } from './tiles.js';
import type { TurnedBox } from '../turned-box.js';

/** Rectangle in picture pixels. */
export interface Tile {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface DetectionPass {
  /** Rotate each tile by 90° clockwise, so upward lettering is level. */
  turned?: boolean;
  /** Selects tiles; all by default. */
  wanted?: (tile: Tile) => boolean;
  /** Called per tile, also for skipped ones. */
  onTile?: () => void;
}

export const tilesOf = ({ width, height }: Pick<PictureStrips, 'width' | 'height'>): number =>
  coverOf(width).starts.length * coverOf(height).starts.length;

/** Boxes around lettering, in picture pixels. */
export async function findBoxes(
  strips: PictureStrips,
  detector: Network,
  { turned = false, wanted = () => true, onTile = () => undefined }: DetectionPass = {},
): Promise<TurnedBox[]> {
  const { width, height } = strips;
  const [columns, rows] = [coverOf(width), coverOf(height)];
  const size = { width: columns.size, height: rows.size };
  const map = new ProbabilityMap(width, height);
  for (const top of rows.starts) {
    const lefts = columns.starts.filter((left) => wanted({ ...size, left, top }));
    const [first = 0, last = first] = [lefts[0], lefts.at(-1)];
    const strip =
      lefts.length > 0
        ? await strips.strip(top, size.height, { left: first, width: last + size.width - first })
        : undefined;
    for (const left of columns.starts) {
      const input =
        strip && lefts.includes(left) ? detectorInput(strip, left - strip.left, 0, size, turned) : undefined;
      if (input) {
        const sides = turned ? [size.width, size.height] : [size.height, size.width];
        const { data } = await detector.run(input, [1, 3, ...sides]);
        map.paste(data, left, top, size, turned);
      }
      onTile();
    }
  }
  return boxesOf(map);
}
