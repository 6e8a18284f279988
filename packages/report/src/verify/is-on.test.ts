import { isOn } from './is-on.js';

const WORDS = 'Theownersaidthattheyardwaspavedin1961andthatthetankwasremoved.';
/** The words from place to place on a page with its head and foot. */
const page = (from: number, to?: number): string => `Head${WORDS.slice(from, to)}Foot`;

it.each<[string, string[], boolean]>([
  ['on one page', ['HeadFoot', page(0)], true],
  ['broken over two pages', [page(0, 20), page(20)], true],
  ['broken over four pages', ['HeadFoot', page(0, 12), page(12, 25), page(25, 48), page(48)], true],
  ['on pages in another order', [page(20), page(0, 20)], false],
  ['without the part of a page', [page(0, 12), page(25, 48), page(48)], false],
  ['without their end', [page(0, 20), page(20, 50)], false],
  ['with another word', [page(0, 20), page(20).replace('tank', 'well')], false],
])('judges words %s', (_, pages, expected) => {
  expect(isOn(pages, WORDS)).toBe(expected);
});
