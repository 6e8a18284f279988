import { citationText, footnotesOf, type Cited } from './citations.js';

const cited = (title: string | null, year: number | null, sheet?: string): Cited => ({
  title,
  page: {
    page_number: 4,
    metadata: { year } as NonNullable<Cited['page']>['metadata'],
    title_block: sheet ? ({ sheet_number: { value: sheet } } as NonNullable<Cited['page']>['title_block']) : undefined,
  },
  annotation: { author_type: 'ai_agent', author_name: 'Symbio Spotter 1.0' },
});

describe('a citation', () => {
  it.each([
    [cited('Sanborn', 1887, '12'), 'Sanborn, 1887, sheet 12, page 4. Marked by Symbio Spotter 1.0.'],
    [cited('Sanborn 1887', 1887), 'Sanborn 1887, page 4. Marked by Symbio Spotter 1.0.'],
    [cited('Maps, 1887 to 1926', 1926), 'Maps, 1887 to 1926, 1926, page 4. Marked by Symbio Spotter 1.0.'],
    [cited('Sanborn', null), 'Sanborn, page 4. Marked by Symbio Spotter 1.0.'],
    [{ title: null, page: undefined, annotation: undefined }, 'A source that was deleted.'],
  ])('names source, year, sheet, page and author: %#', (each, text) => {
    expect(citationText(each)).toBe(text);
  });

  it('of the same source has the same number', () => {
    const [first, second] = [cited('A', 1887), cited('B', 1887)];
    expect(footnotesOf([first, second, first]).numbers).toEqual([1, 2, 1]);
  });
});
