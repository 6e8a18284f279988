import { drawPage } from '../testing/drawn-pages.js';
import { appearanceKind, appearanceOf, type SmallPicture } from './appearance.js';

/** Picture of solid bands, by their share of it. */
function bands(
  ...parts: readonly (readonly [share: number, red: number, green: number, blue: number])[]
): SmallPicture {
  const height = 100;
  const data = new Uint8Array(height * height * 3);
  let row = 0;
  for (const [share, ...colour] of parts)
    for (const end = Math.min(height, row + Math.round(share * height)); row < end; row++)
      for (let column = 0; column < height; column++) data.set(colour, (row * height + column) * 3);
  return { width: height, height, data };
}

describe('the appearance of a page (DOC-28)', () => {
  it('measures ink and colour relative to the paper, however brown', () => {
    const aged = [235, 220, 190] as const;
    const appearance = appearanceOf(bands([0.7, ...aged], [0.1, 40, 35, 30], [0.2, 239, 186, 200]));
    expect(appearance).toEqual({ ink: 0.1, colour: 0.2, paper: 0.7 });
  });

  it.each([
    ['an empty page', bands([1, 250, 250, 250]), 'blank'],
    ['a page of one dark tone', bands([1, 90, 40, 160]), 'blank'],
    ['black on white', bands([0.9, 250, 250, 250], [0.1, 20, 20, 20]), 'line work'],
    ['black on brown', bands([0.9, 225, 210, 180], [0.1, 40, 35, 30]), 'line work'],
    ['washes', bands([0.8, 240, 230, 205], [0.1, 30, 30, 30], [0.1, 240, 180, 200]), 'coloured drawing'],
    ['greys', bands(...[60, 90, 120, 150, 180, 210].map((tone) => [1 / 6, tone, tone, tone] as const)), 'photograph'],
    ['nothing at all', { width: 0, height: 0, data: new Uint8Array() }, 'photograph'],
  ] as const)('takes %s for what it is', (_, picture, kind) => {
    expect(appearanceKind(appearanceOf(picture as SmallPicture))).toBe(kind);
  });

  it.each([
    ['fire map', 'coloured drawing'],
    ['quadrangle', 'coloured drawing'],
    ['aerial', 'photograph'],
    ['snapshot', 'photograph'],
    ['survey', 'line work'],
    ['typed', 'line work'],
  ] as const)('takes a drawn %s for a %s', async (drawing, kind) => {
    for (const seed of [11, 12, 13])
      expect(appearanceKind(appearanceOf(await drawPage(drawing, 8.5, 11, seed)))).toBe(kind);
  });
});
