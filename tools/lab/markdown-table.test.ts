import { markdownTable } from './markdown-table.js';

describe('a table in Markdown', () => {
  it('has columns as wide as their cells, at least three characters, also with short rows', () => {
    expect(markdownTable([['What', ''], ['first', 'a longer note'], ['b']])).toBe(
      [
        '| What  |               |',
        '| ----- | ------------- |',
        '| first | a longer note |',
        '| b     |               |',
      ].join('\n'),
    );
    expect(markdownTable([['A']])).toBe('| A   |\n| --- |');
  });
});
