import { markdownTable } from './markdown-table.js';

describe('a table in Markdown', () => {
  it('has columns as wide as what is in them, of three signs at least, also where a row ends early', () => {
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
