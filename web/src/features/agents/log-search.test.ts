import { findHits, inLocalTime, logLines, piecesOf } from './log-search.js';

describe('the search in a log', () => {
  const lines = ['Page 1 of 2: page made', 'done', 'page 2 of 2'];

  it('counts the lines of the text, none for an empty one (JOB-16, JOB-18)', () => {
    expect(logLines('a\nb\n')).toEqual(['a', 'b']);
    expect(logLines('')).toEqual([]);
  });

  it('finds every match, case-insensitive', () => {
    expect(findHits(lines, 'PAGE')).toEqual([
      { line: 0, start: 0 },
      { line: 0, start: 13 },
      { line: 2, start: 0 },
    ]);
    expect(findHits(lines, '')).toEqual([]);
    expect(findHits(lines, '.*')).toEqual([]);
  });

  it('highlights matches and keeps all text', () => {
    const pieces = piecesOf('Page 1 of 2: page made', findHits(lines, 'page').slice(0, 2), 4, 5);
    expect(pieces.map(({ text }) => text).join('')).toBe('Page 1 of 2: page made');
    expect(pieces.filter(({ hit }) => hit !== null)).toEqual([
      { text: 'Page', hit: 5 },
      { text: 'page', hit: 6 },
    ]);
  });
});

describe('the time of a line', () => {
  it('is local, as in the tables (CONST-23)', () => {
    const at = '2026-01-01T12:00:05.250Z';
    const there = new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
    expect(inLocalTime(`${at}  Page 3: reading its text`)).toBe(`${there}  Page 3: reading its text`);
  });

  it('is left unchanged where a line has none', () => {
    expect(inLocalTime('(202 earlier lines were dropped)')).toBe('(202 earlier lines were dropped)');
  });
});
