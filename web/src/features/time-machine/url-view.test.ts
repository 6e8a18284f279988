import { urlOf, viewOf, type View } from './url-view.js';

const view: View = {
  first: 'page-1896',
  second: 'page-1921',
  mode: 'swipe',
  share: 0.375,
  place: { x: 3200.5, y: 3800, zoom: 0.25, rotation: 90 },
  alignment: {
    pairs: [
      { from: { x: 100, y: 200.5 }, to: { x: 110.2, y: 205 } },
      { from: { x: 5000, y: 6000 }, to: { x: 5050, y: 6010 } },
    ],
    base: null,
  },
  showsEvidence: false,
  feature: 'feature-1',
};
const start: View = {
  first: 'a1',
  second: null,
  mode: 'side',
  share: 0.5,
  place: null,
  alignment: null,
  showsEvidence: true,
  feature: null,
};
const readAgain = (one: View): View => viewOf(new URLSearchParams(urlOf(one).toString()));

describe('The address of the property time machine', () => {
  it('contains the whole view', () => {
    expect(readAgain(view)).toEqual(view);
  });

  it('is short for the initial view', () => {
    expect(urlOf(start).toString()).toBe('a=a1');
    expect(viewOf(new URLSearchParams('a=a1'))).toEqual(start);
  });

  it('from before alignments were stored still works', () => {
    const old = 'a=x&b=y&at=1,2,0.5&points=1,2,3,4';
    expect(viewOf(new URLSearchParams(old))).toMatchObject({
      alignment: { pairs: [{ from: { x: 1, y: 2 }, to: { x: 3, y: 4 } }], base: null },
      showsEvidence: true,
    });
    expect(urlOf(viewOf(new URLSearchParams(old))).toString()).toBe(new URLSearchParams(old).toString());
  });

  it('contains an explicitly empty alignment, and one taken from other sheets, in readable form', () => {
    expect(urlOf({ ...start, alignment: { pairs: [], base: null } }).get('points')).toBe('none');
    expect(readAgain({ ...start, alignment: { pairs: [], base: null } }).alignment).toEqual({ pairs: [], base: null });
    const base = { re: 0, im: 2, x: 10, y: -20.5 };
    const lent = { ...start, alignment: { pairs: [], base } };
    expect(urlOf(lent).get('base')).toBe('2,90,10,-20.5');
    const read = readAgain(lent).alignment?.base;
    for (const key of ['re', 'im', 'x', 'y'] as const) expect(read?.[key]).toBeCloseTo(base[key], 9);
  });

  it.each([
    ['at=1,2', { place: null }],
    ['at=1,2,0', { place: null }],
    ['at=1,2,x', { place: null }],
    ['at=1,2,0.5,45', { place: null }],
    ['mode=spin&share=7', { mode: 'side', share: 0.5 }],
    ['points=1,2,3;4,5,6,7;x', { alignment: { pairs: [{ from: { x: 4, y: 5 }, to: { x: 6, y: 7 } }], base: null } }],
    ['points=1,2&base=0,0,0,0', { alignment: null }],
  ])('ignores invalid values: %s', (text, expected) => {
    expect(viewOf(new URLSearchParams(text))).toMatchObject(expected);
  });
});
