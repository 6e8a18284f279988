import { annotationCreation } from '../operations/annotations.js';
import { createRun } from '../operations/runs.js';
import { degrees, idsOf } from './common.js';

const ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const MARK = {
  document_page_id: ID,
  document_id: ID,
  annotation_type: 'ellipse',
  coordinates: { centerX: 1, centerY: 1, radiusX: 1, radiusY: 1 },
};
const messages = (schema: typeof annotationCreation, given: object): string[] =>
  schema.safeParse(given).error?.issues.map(({ message }) => message) ?? [];

describe('an optional id in a body', () => {
  it.each([[''], [null], [undefined]])('is absent when it is %j', (nothing) => {
    const read = annotationCreation.parse({ ...MARK, id: nothing, author_id: nothing, run_id: nothing });
    expect([read.id ?? 'none', read.author_id ?? 'none', read.run_id ?? 'none']).toEqual(['none', 'none', 'none']);
    const run = createRun.body?.parse({ id: nothing, project_id: ID, name: 'Tanks', author_id: nothing });
    expect([run?.id, run?.author_id ?? 'none']).toEqual([undefined, 'none']);
  });

  it('is passed through and recognized as an id', () => {
    expect(annotationCreation.parse({ ...MARK, id: ID, author_id: ID, run_id: 'x' })).toMatchObject({
      id: ID,
      author_id: ID,
      run_id: 'x',
    });
    expect(idsOf(annotationCreation).get('author_id')).toBe('Author');
    expect(idsOf(annotationCreation).get('run_id')).toBe('Run');
    expect(annotationCreation.parse(MARK)).toMatchObject({ document_id: ID, annotation_type: 'ellipse' });
  });

  it('is rejected if it is not text, and a client id if it is not a UUID', () => {
    expect(messages(annotationCreation, { ...MARK, author_id: 7 })).toEqual(['author_id must be a text']);
    expect(messages(annotationCreation, { ...MARK, id: 'mine' })).toEqual(['id must be a UUID']);
    expect(messages(annotationCreation, { ...MARK, id: 7 })).toEqual(['id must be a UUID']);
    expect(messages(annotationCreation, { ...MARK, document_id: '' })).toEqual(['document_id is required']);
  });
});

describe('degrees in a query', () => {
  const near = degrees('near', 'longitude,latitude');

  it.each([
    ['-73.94,40.72', [-73.94, 40.72]],
    ['-180,90', [-180, 90]],
  ])('are numbers: %s', (text, numbers) => {
    expect(near.parse(text)).toEqual(numbers);
  });

  it.each(['1.2.3,4', '1,2.', '.5,1', '1,-', '1', '1,2,3', '1e3,2', '1, 2', ''])('are refused: %j', (text) => {
    expect(near.safeParse(text).error?.issues[0]?.message).toBe('near must be longitude,latitude in degrees');
  });

  it('are as many as they have names', () => {
    const bbox = degrees('bbox', 'west,south,east,north');
    expect(bbox.parse('-74,40,-73.5,41')).toEqual([-74, 40, -73.5, 41]);
    expect(bbox.safeParse('-74,40').success).toBe(false);
  });
});
