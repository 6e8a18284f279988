import type { Annotation } from '../../evidence/annotation-records.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { nextSighting, sightingsOf, sightingText } from './sightings.js';
import type { TimeSheet } from './time-sheet.js';

const sheet = (id: string, year: number): TimeSheet => ({
  page: { id } as DocumentPage,
  sheet: { key: id } as TimeSheet['sheet'],
  documentTitle: 'Sanborn',
  year,
  label: `Year ${year}`,
  subtitle: 'Sheet 12',
});
const seen = (id: string, document_page_id: string): Annotation =>
  ({ id, document_page_id, content: id }) as Annotation;
const sheets = [sheet('p1', 1887), sheet('p2', 1896)];

describe('a feature through the years', () => {
  it('is sighted on the sheets in rail order, and on no others', () => {
    const sightings = sightingsOf([seen('later', 'p2'), seen('gone', 'p9'), seen('first', 'p1')], sheets);
    expect(sightings.map(({ annotation }) => annotation.id)).toEqual(['first', 'later']);
    expect(sightingText(sightings, 1)).toBe('2 of 2: Year 1896, Sheet 12 · “later”');
    expect(sightingText(sightings, -1)).toBe('Seen 2 times.');
    expect(sightingText([], -1)).toBe('Not seen on any of these sheets.');
  });

  it('steps from one sighting to the next, wrapping around', () => {
    expect([nextSighting(3, -1, 1), nextSighting(3, -1, -1)]).toEqual([0, 2]);
    expect([nextSighting(3, 2, 1), nextSighting(3, 0, -1)]).toEqual([0, 2]);
  });
});
