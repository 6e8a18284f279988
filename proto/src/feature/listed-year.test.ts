import { listedYearOf, listedYearText } from './listed-year.js';

const quoted = '"201 Elm, 1970: dry cleaner" is listed on page 1 of a city directory. ';

it.each([
  ['1970', 'entry', 1970],
  ['1931-32', 'heading', 1931],
  ['1964', 'head', 1964],
  ['1890', 'page', undefined],
  ['1890', 'document', undefined],
] as const)('%s of the %s is the year %s of the listing itself', (text, source, year) => {
  expect(listedYearOf(`${quoted}${listedYearText(text, source)} Address: 201 Elm.`)).toBe(year);
});

it('a narrative without a year states none', () => {
  expect(listedYearOf(`${quoted}Year: not known.`)).toBeUndefined();
  expect(listedYearOf('A dry cleaner since 1970.')).toBeUndefined();
});
