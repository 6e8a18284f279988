import { addressOf, viewOf, type View } from './address.js';

const view: View = {
  first: 'page-1896',
  second: 'page-1921',
  mode: 'swipe',
  share: 0.375,
  place: { x: 3200.5, y: 3800, zoom: 0.25, turn: 90 },
  pairs: [
    { from: { x: 100, y: 200.5 }, to: { x: 110.2, y: 205 } },
    { from: { x: 5000, y: 6000 }, to: { x: 5050, y: 6010 } },
  ],
};

describe('The address of the property time machine', () => {
  it('holds the whole view', () => {
    expect(viewOf(new URLSearchParams(addressOf(view).toString()))).toEqual(view);
  });

  it('is short for the view one starts with', () => {
    const start: View = { first: 'a1', second: null, mode: 'side', share: 0.5, place: null, pairs: [] };
    expect(addressOf(start).toString()).toBe('a=a1');
    expect(viewOf(new URLSearchParams('a=a1'))).toEqual(start);
  });

  it.each([
    ['at=1,2', { place: null }],
    ['at=1,2,0', { place: null }],
    ['at=1,2,x', { place: null }],
    ['at=1,2,0.5,45', { place: null }],
    ['mode=spin&share=7', { mode: 'side', share: 0.5 }],
    ['points=1,2,3;4,5,6,7;x', { pairs: [{ from: { x: 4, y: 5 }, to: { x: 6, y: 7 } }] }],
  ])('leaves out what it does not understand: %s', (text, expected) => {
    expect(viewOf(new URLSearchParams(text))).toMatchObject(expected);
  });
});
