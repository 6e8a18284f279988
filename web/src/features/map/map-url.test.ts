import { mapUrlOf, placeParameter, positionParameter } from './map-url.js';

const of = (text: string) => mapUrlOf(new URLSearchParams(text));

it('keeps the view, the year, the opacity and the place', () => {
  const position = { latitude: 40.7856, longitude: -73.9457, zoom: 17.25 };
  const here = { latitude: 40.7, longitude: -74 };
  const text = `at=${positionParameter(position)}&year=1896&opacity=40&here=${placeParameter(here)}`;
  expect(of(text)).toEqual({ position, year: 1896, opacity: 40, here });
});

it('ignores what cannot be read', () => {
  const nothing = { position: null, year: null, opacity: 85, here: null };
  expect(of('')).toEqual(nothing);
  expect(of('at=99,0,3&year=recent&opacity=x&here=1')).toEqual(nothing);
  expect(of('at=40,-73&opacity=900')).toEqual({ ...nothing, opacity: 100 });
});
