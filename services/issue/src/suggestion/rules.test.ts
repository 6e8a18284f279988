import { suggestByRules } from './rules.js';

describe('an issue suggested from text (ISSUE-24)', () => {
  it.each([
    ['the viewer crashes when I rotate a sheet twice', 'bug'],
    ["hi, I can't open the second page of a Sanborn map", 'bug'],
    ['Thumbnails are blank after processing', 'bug'],
    ['the list of documents is slow and hard to read, it should be larger', 'improvement'],
    ['It would be better to sort mentions by confidence', 'improvement'],
    ['Please add an export of annotations as GeoJSON', 'feature_request'],
    ['I would like to measure distances on a sheet', 'feature_request'],
    ['tanks on the corner of Oak St.', 'bug'],
  ])('%s: %s', (typed, type) => {
    expect(suggestByRules(typed).type).toBe(type);
  });

  it('uses the first meaningful sentence as title, without greeting or full stop', () => {
    const typed = "Hi, I noticed that the year of sheet 4 is wrong. It says 1912. It's 1921 on the paper.";
    expect(suggestByRules(typed).title).toBe('The year of sheet 4 is wrong');
  });

  it('has a single-line title', () => {
    const { title } = suggestByRules(`the map ${'of the north eastern quarter '.repeat(10)}does not load`);
    expect(title).toMatch(/^The map of the .*…$/);
    expect(title.length).toBeLessThanOrEqual(80);
  });

  it('structures a bug with headings: what happened, steps, expected result', () => {
    const typed = 'The viewer shows an error.\n1. open sheet 2\n2) zoom in\nIt should show the tiles.';
    expect(suggestByRules(typed).description).toBe(
      '## What happened\n\nThe viewer shows an error.\n\n## Steps\n\n1. open sheet 2\n2. zoom in\n\n## What was expected\n\nIt should show the tiles.',
    );
  });

  it('keeps every word of the text', () => {
    const typed =
      'Dear team, the export is broken!\r\n\r\n- open Insights\r\n- press Export\r\n\r\nI expected a file. Nothing comes.\n\nUrgent? Yes: report due on 12.5.';
    const words = (text: string): string[] => text.match(/[\p{L}\p{N}.]+/gu) ?? [];
    const there = words(suggestByRules(typed).description);
    for (const word of words(typed)) expect(there).toContain(word);
  });

  it('keeps a feature request as typed', () => {
    const typed = 'Please add dark tiles.\n\nThey are easier on the eyes.';
    expect(suggestByRules(typed).description).toBe(typed);
  });
});
