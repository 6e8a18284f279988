import { annotationCreation } from '../operations/annotations.js';
import { createRun } from '../operations/runs.js';
import { idsOf } from './common.js';

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
