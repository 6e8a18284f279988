import { Page } from '@symbio/proto/document';
import { ellipseAround, narrativeOf } from './spotting.js';
import type { Spot } from '../spotting/spotter.js';

const page = Page.fromPartial({
  ...{ width: 1000, height: 2000, pageNumber: 2 },
  metadata: { pageType: 'sanborn_map', year: 1896 },
});
const spot: Spot = {
  landUse: 'gas_holder_site',
  text: 'GAS HOLDER',
  term: 'GAS HOLDER',
  box: { x: 100, y: 100, width: 200, height: 20 },
  confidence: 9,
};

describe('what a spot proposes (OP-47, FEAT-23)', () => {
  it('is an ellipse that the words fit into', () => {
    const { centerX, centerY, radiusX, radiusY, theta } = ellipseAround(spot.box, page);
    expect({ centerX, centerY, theta }).toEqual({ centerX: 200, centerY: 110, theta: 0 });
    for (const [x, y] of [
      [100, 100],
      [300, 120],
    ] as const)
      expect(((x - centerX) / radiusX) ** 2 + ((y - centerY) / radiusY) ** 2).toBeLessThan(1);
  });

  it('stays on the page and has a size, wherever the words are', () => {
    for (const box of [
      { x: 0, y: 0, width: 40, height: 10 },
      { x: 980, y: 1995, width: 60, height: 30 },
      { x: 0, y: 0, width: 1000, height: 2000 },
    ]) {
      const { centerX, centerY, radiusX, radiusY } = ellipseAround(box, page);
      expect(centerX - radiusX).toBeGreaterThanOrEqual(0);
      expect(centerX + radiusX).toBeLessThanOrEqual(1000);
      expect(centerY - radiusY).toBeGreaterThanOrEqual(0);
      expect(centerY + radiusY).toBeLessThanOrEqual(2000);
      expect(Math.min(radiusX, radiusY)).toBeGreaterThan(0);
    }
  });

  it('says what was read and where, and that nobody has confirmed it', () => {
    expect(narrativeOf(spot, page)).toBe(
      '"GAS HOLDER" is lettered on page 2, a fire insurance map of 1896, in the upper left part of the sheet. ' +
        'This suggests: Gas holder site. Read by a program; not confirmed.',
    );
    const unsure = { ...spot, text: 'GA5 H0LDER', box: { x: 480, y: 990, width: 40, height: 20 } };
    expect(narrativeOf(unsure, Page.fromPartial({ ...page, metadata: { pageType: 'topographic_map' } }))).toBe(
      '"GA5 H0LDER" (read as GAS HOLDER) is lettered on page 2, a topographic map, in the middle of the sheet. ' +
        'This suggests: Gas holder site. Read by a program; not confirmed.',
    );
  });
});
