/** All lettering of a sheet: seen level, turned by a quarter, and, where it is small, from nearer. */
import { holdsSmall } from './closer-look.js';
import { findBoxes, tilesOf } from './find-boxes.js';
import { addCloser, mergeLooks } from './looks.js';
import type { Network } from './network.js';
import { MOST_PIXELS, PictureStrips, type PagePicture } from './picture-strips.js';
import type { TurnedBox } from './turned-box.js';

/** Lettering that runs along the sheet is looked for at this share of the size: measured, as is the other one. */
const TURNED_SHARE = 0.75;
const CLOSER_SHARE = 1.5;

/**
 * Boxes around the lettering of a page, in pixels of its picture at the scale.
 *
 * @param onTile called with the share of the tiles that are done, 0 to 1
 */
export async function findLettering(
  picture: PagePicture,
  page: { width: number; height: number },
  scale: number,
  detector: Network,
  onTile: (share: number) => void,
): Promise<TurnedBox[]> {
  const [level, smaller, closer] = [1, TURNED_SHARE, CLOSER_SHARE].map(
    (share) => new PictureStrips(picture, page, scale * share),
  ) as [PictureStrips, PictureStrips, PictureStrips];
  // large scans are lettered large; and the map of what is lettering has its limit
  const isCloser = closer.width * closer.height <= MOST_PIXELS;
  const tiles = tilesOf(level) + tilesOf(smaller) + (isCloser ? tilesOf(closer) : 0);
  let seen = 0;
  const count = (): void => onTile(++seen / tiles);
  const across = await findBoxes(level, detector, { onTile: count });
  const along = await findBoxes(smaller, detector, { turned: true, onTile: count });
  const small = isCloser
    ? await findBoxes(closer, detector, { wanted: holdsSmall(across, CLOSER_SHARE), onTile: count })
    : [];
  return mergeLooks(addCloser(across, small.map(scaledBy(1 / CLOSER_SHARE))), along.map(scaledBy(1 / TURNED_SHARE)));
}

/** A box of a picture in pixels of a larger or smaller one; pixels have their middles at halves. */
const scaledBy =
  (by: number) =>
  (box: TurnedBox): TurnedBox => ({
    x: (box.x + 0.5) * by - 0.5,
    y: (box.y + 0.5) * by - 0.5,
    long: box.long * by,
    short: box.short * by,
    angle: box.angle,
  });
