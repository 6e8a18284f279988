import { Page } from '@symbio/proto/document';
import type { Outline } from '../spotting/outline.js';
import type { Spot } from '../spotting/spotter.js';
import { isMapSheet, narrativeOf } from './narrative.js';

const page = Page.fromPartial({
  ...{ width: 1000, height: 2000, pageNumber: 2 },
  metadata: { pageType: 'sanborn_map', year: 1896 },
});
const spot: Spot = {
  landUse: 'gas_holder_site',
  text: 'GAS HOLDER',
  term: 'GAS HOLDER',
  box: { x: 100, y: 100, width: 200, height: 20 },
  lettering: { x: 200, y: 110, length: 200, height: 20, angle: 0 },
  confidence: 9,
  score: 8,
  notes: {},
};
const round: Outline = { centerX: 200, centerY: 120, radiusX: 130, radiusY: 130, theta: 0, isRound: true };

describe('why something is proposed (issue 14, FEAT-23)', () => {
  it('states the text, its outline and its place, and that it is unconfirmed', () => {
    expect(narrativeOf(spot, round, page)).toBe(
      '"GAS HOLDER" is lettered inside a round outline on page 2, a fire insurance map of 1896, in the upper left part of the ' +
        'sheet. This suggests: Gas holder site. Found by Symbio Spotter.',
    );
    expect(narrativeOf(spot, { ...round, isRound: false }, page)).toContain(
      'is lettered inside the outline that is marked on page 2',
    );
  });

  it('says how unclear letters were understood, and that no outline was found by not naming one', () => {
    const unsure = { ...spot, text: 'GA5 H0LDER', box: { x: 480, y: 990, width: 40, height: 20 } };
    const map = Page.fromPartial({ ...page, metadata: { pageType: 'topographic_map' } });
    expect(narrativeOf(unsure, undefined, map)).toBe(
      '"GA5 H0LDER" (read as GAS HOLDER) is lettered on page 2, a topographic map, in the middle of the sheet. ' +
        'This suggests: Gas holder site. Found by Symbio Spotter.',
    );
  });

  it('quotes the notes beside the words', () => {
    const notes = { capacity: "CAP'Y 75,000 CUB. FT.", isBelowGround: true, disused: 'not used' };
    expect(narrativeOf({ ...spot, notes }, undefined, page)).toContain(
      'of the sheet; "CAP\'Y 75,000 CUB. FT." stands beside it, and it is said to be below ground, and "not used" stands beside ' +
        'it: the use is of an earlier time. This suggests',
    );
  });
});

it('only sheets of maps are read for land uses (DATA-09)', () => {
  expect(isMapSheet(page)).toBe(true);
  expect(isMapSheet(Page.fromPartial({ metadata: { pageType: '' } }))).toBe(false);
  expect(isMapSheet(Page.fromPartial({}))).toBe(false);
});
