import { fileNameOf } from './download.js';

describe('the name of an exported file', () => {
  it.each([
    ['attachment; filename="harlan-street-features.kml"', 'harlan-street-features.kml'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'caf%C3%A9.csv', 'café.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%E0%A4%A', 'x.csv'],
    ['attachment', null],
    [null, null],
  ])('is that of %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
