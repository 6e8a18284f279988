import { reasonOf } from './review-reason.js';

describe('the reason of a proposal', () => {
  it('is short, and has the corrected spelling of the lettering', () => {
    const narrative =
      '"Codt- Yard" (read as COAL YARD) is lettered inside the outline that is marked on page 2, a fire insurance map of 1926, in the middle of the sheet; "600 Tons" stands beside it. This suggests: Coal storage. Read by a program.';
    expect(reasonOf(narrative)).toEqual({
      short: 'Lettered inside the marked outline. "600 Tons" stands beside it.',
      meant: 'COAL YARD',
      whole: narrative,
    });
  });

  it.each([
    [
      '"GAS HOLDER" is lettered on page 1, a fire insurance map, in the upper left part of the sheet. This suggests: Gas holder site. Read by a program.',
      'Lettered on the sheet.',
    ],
    [
      '"GASOMETER" is lettered inside a round outline on page 1, a fire insurance map, in the middle of the sheet. This suggests: X. Read by a program.',
      'Lettered inside a round outline.',
    ],
    [
      '"Smith J. coal" is listed under "Coal dealers" on page 12 of a city directory. Year: 1912 (by the page\'s head). Address: 111 Market St. This suggests: Coal storage. Read by a program; not confirmed.',
      'Listed under “Coal dealers” on page 12 of a city directory, 1912.',
    ],
    [
      '"x" is listed on page 2 of a document. Year: not known. Address: not read. This suggests: Y. Read by a program; not confirmed.',
      'Listed on page 2 of a document.',
    ],
    ['The sheet reads “OIL”. It stands by the river.', 'The sheet reads “OIL”.'],
  ])('%s: %s', (narrative, short) => {
    expect(reasonOf(narrative)).toEqual({ short, meant: null, whole: narrative });
  });

  it('is the whole narrative if that is short already', () => {
    expect(reasonOf('Two tanks')).toEqual({ short: 'Two tanks', meant: null, whole: null });
    const long = 'tank '.repeat(60).trim();
    expect(reasonOf(long)).toMatchObject({ short: expect.stringMatching(/^.{1,119}…$/) as string, whole: long });
  });
});
