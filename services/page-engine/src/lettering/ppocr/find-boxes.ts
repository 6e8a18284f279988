import { boxesOf } from './components.js';
import { detectorInput } from './detector-input.js';
import type { Network } from './network.js';
import type { PictureStrips } from './picture-strips.js';
import { ProbabilityMap } from './probability-map.js';
import { coverOf } from './tiles.js';
import type { TurnedBox } from './turned-box.js';

/** Tiles that one look at a picture takes. */
export const tilesOf = ({ width, height }: Pick<PictureStrips, 'width' | 'height'>): number =>
  coverOf(width).starts.length * coverOf(height).starts.length;

/**
 * Boxes around the lettering of a picture, in its pixels.
 *
 * @param turned looks at each tile turned by a quarter to the right: lettering that reads upwards is level there
 * @param onTile after each tile
 */
export async function findBoxes(
  strips: PictureStrips,
  detector: Network,
  turned: boolean,
  onTile: () => void,
): Promise<TurnedBox[]> {
  const { width, height } = strips;
  const [columns, rows] = [coverOf(width), coverOf(height)];
  const size = { width: columns.size, height: rows.size };
  const map = new ProbabilityMap(width, height);
  for (const top of rows.starts) {
    const strip = await strips.strip(top, size.height);
    for (const left of columns.starts) {
      const input = detectorInput(strip, left, 0, size, turned);
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
