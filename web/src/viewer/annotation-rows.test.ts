import type { Annotation } from './annotation-records.js';
import {
  markSending,
  nextWrite,
  queueChanges,
  queueRemoval,
  receive,
  rollBackChanged,
  rollBackCreated,
  rollBackRemoved,
  settleChanged,
  settleCreated,
  settleRemoved,
  temporaryRow,
  visibleRows,
} from './annotation-rows.js';
import type { AnnotationRow } from './annotation-rows.js';

const here = { centerX: 10, centerY: 10, radiusX: 8, radiusY: 8, theta: 0 };
const there = { ...here, centerX: 99 };
const farther = { ...here, centerX: 200 };

function annotation(changes: Partial<Annotation> = {}): Annotation {
  return {
    id: 'a1',
    document_page_id: 'p1',
    document_id: 'd1',
    annotation_type: 'ellipse',
    coordinates: here,
    content: 'label',
    author_id: 'me',
    author_type: 'human',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

const draft = annotation();

function creating(): AnnotationRow[] {
  return [temporaryRow('a1', draft, '2026-01-01T00:00:00.000Z')];
}

function stored(...annotations: Annotation[]): AnnotationRow[] {
  return receive([], annotations);
}

describe('annotations the server has not confirmed', () => {
  it('show at once under a temporary id (ANN-11, ANN-12)', () => {
    const [row] = visibleRows(creating());
    expect(row).toMatchObject({ id: 'temp-a1', key: 'a1', content: 'label', coordinates: here });
  });

  it('take the real id and keep their key (ANN-12)', () => {
    const rows = creating();
    settleCreated(rows, 'a1', annotation({ id: 'server-1' }));
    expect(rows).toEqual([{ ...annotation({ id: 'server-1' }), key: 'a1' }]);
  });

  it('go away when the server refuses them (ANN-11)', () => {
    const rows = creating();
    rollBackCreated(rows, 'a1');
    expect(rows).toEqual([]);
  });

  it('keep an edit made before the real id is known, and send it then (ANN-11, ANN-12)', () => {
    const rows = creating();
    queueChanges(rows, 'a1', { coordinates: there });
    queueChanges(rows, 'a1', { content: 'gas holder' });
    expect(nextWrite(rows, 'a1')).toBeNull();

    settleCreated(rows, 'a1', annotation({ id: 'server-1' }));
    expect(rows[0]).toMatchObject({ id: 'server-1', coordinates: there, content: 'gas holder' });
    expect(nextWrite(rows, 'a1')).toEqual({
      kind: 'update',
      id: 'server-1',
      changes: { coordinates: there, content: 'gas holder' },
    });
  });

  it('are deleted on the server when a person deleted them before they had an id (ANN-12)', () => {
    const rows = creating();
    queueRemoval(rows, 'a1');
    expect(visibleRows(rows)).toEqual([]);
    expect(nextWrite(rows, 'a1')).toBeNull();
    settleCreated(rows, 'a1', annotation({ id: 'server-1' }));
    expect(nextWrite(rows, 'a1')).toEqual({ kind: 'delete', id: 'server-1' });
  });

  it('send one change at a time and the later ones together (ANN-11)', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there });
    markSending(rows, 'a1');
    queueChanges(rows, 'a1', { coordinates: farther });
    queueChanges(rows, 'a1', { content: 'tank' });
    expect(nextWrite(rows, 'a1')).toBeNull();

    settleChanged(rows, 'a1', annotation({ coordinates: there, updated_at: 'later' }));
    expect(rows[0]).toMatchObject({ coordinates: farther, content: 'tank' });
    expect(nextWrite(rows, 'a1')).toEqual({
      kind: 'update',
      id: 'a1',
      changes: { coordinates: farther, content: 'tank' },
    });
  });

  it('go back to what the server has when it refuses a change (ANN-11)', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there, content: 'tank' });
    markSending(rows, 'a1');
    rollBackChanged(rows, 'a1');
    expect(rows).toEqual([{ ...annotation(), key: 'a1' }]);
  });

  it('keep a later edit when an earlier one is refused (ANN-11)', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there });
    markSending(rows, 'a1');
    queueChanges(rows, 'a1', { content: 'tank' });
    rollBackChanged(rows, 'a1');
    expect(rows[0]).toMatchObject({ coordinates: here, content: 'tank' });
    expect(nextWrite(rows, 'a1')).toEqual({ kind: 'update', id: 'a1', changes: { content: 'tank' } });
  });

  it('are seen again when the server refuses to delete them (ANN-11)', () => {
    const rows = stored(annotation());
    queueRemoval(rows, 'a1');
    markSending(rows, 'a1');
    expect(visibleRows(rows)).toEqual([]);
    rollBackRemoved(rows, 'a1');
    expect(visibleRows(rows)).toEqual([{ ...annotation(), key: 'a1' }]);
  });

  it('are gone when the server deleted them (ANN-11)', () => {
    const rows = stored(annotation(), annotation({ id: 'a2' }));
    queueRemoval(rows, 'a1');
    markSending(rows, 'a1');
    settleRemoved(rows, 'a1');
    expect(rows.map((row) => row.id)).toEqual(['a2']);
  });
});

describe('a list that arrives while changes are under way', () => {
  it('does not undo a move that is being saved (ANN-11)', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there });
    markSending(rows, 'a1');
    const [row] = receive(rows, [annotation({ content: 'renamed elsewhere', updated_at: 'later' })]);
    expect(row).toMatchObject({ coordinates: there, content: 'renamed elsewhere' });
  });

  it('does not lose or double an annotation that is being created (ANN-12)', () => {
    const rows = creating();
    expect(receive(rows, []).map((row) => row.id)).toEqual(['temp-a1']);
    expect(receive(rows, [annotation({ id: 'a1' })]).map((row) => row.id)).toEqual(['temp-a1']);
  });

  it('does not bring back an annotation that is being deleted (ANN-11)', () => {
    const rows = stored(annotation());
    queueRemoval(rows, 'a1');
    markSending(rows, 'a1');
    expect(visibleRows(receive(rows, [annotation()]))).toEqual([]);
  });

  it('takes what others did and keeps the identity of what did not change', () => {
    const rows = stored(annotation(), annotation({ id: 'a2' }), annotation({ id: 'a3' }));
    const next = receive(rows, [annotation(), annotation({ id: 'a2', content: 'theirs', updated_at: 'later' })]);
    expect(next[0]).toBe(rows[0]);
    expect(next[1]).toMatchObject({ id: 'a2', content: 'theirs' });
    expect(next).toHaveLength(2);
  });
});
