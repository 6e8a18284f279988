import type { Annotation } from './annotation-records.js';
import {
  markSending,
  nextWrite,
  queueChanges,
  queueRemoval,
  queueRestoration,
  receive,
  receiveOne,
  receiveRemoval,
  rollBackChanged,
  rollBackCreated,
  rollBackRemoved,
  rollBackRestored,
  settleChanged,
  settleCreated,
  settleRemoved,
  settleRestored,
  settleReviewed,
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
    expect(rows).toEqual([{ ...annotation({ id: 'server-1' }), key: 'a1', fresh: true }]);
    expect(receive(rows, [annotation({ id: 'server-1' })])).toEqual([{ ...annotation({ id: 'server-1' }), key: 'a1' }]);
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

  it('roll back to the server version when a change is rejected (ANN-11)', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there, content: 'tank' });
    markSending(rows, 'a1');
    rollBackChanged(rows, 'a1');
    expect(rows).toEqual([{ ...annotation(), key: 'a1' }]);
  });

  it('keep a later edit when an earlier one is rejected (ANN-11)', () => {
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
    expect(visibleRows(rows).map((row) => row.id)).toEqual(['a2']);
    expect(nextWrite(rows, 'a1')).toBeNull();
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

  it('applies remote changes and keeps the identity of unchanged rows', () => {
    const rows = stored(annotation(), annotation({ id: 'a2' }), annotation({ id: 'a3' }));
    const next = receive(rows, [annotation(), annotation({ id: 'a2', content: 'theirs', updated_at: 'later' })]);
    expect(next[0]).toBe(rows[0]);
    expect(next[1]).toMatchObject({ id: 'a2', content: 'theirs' });
    expect(next).toHaveLength(2);
  });

  it('neither restores a deleted row nor loses a created one because of an outdated list (ANN-11)', () => {
    const rows = stored(annotation(), annotation({ id: 'a2' }));
    queueRemoval(rows, 'a1');
    markSending(rows, 'a1');
    settleRemoved(rows, 'a1');
    rows.push(...creating().map((row) => ({ ...row, key: 'a3', id: 'temp-a3' })));
    settleCreated(rows, 'a3', annotation({ id: 'a3' }));

    const late = receive(rows, [annotation(), annotation({ id: 'a2' })]);
    expect(visibleRows(late).map(({ id }) => id)).toEqual(['a2', 'a3']);
    const next = receive(late, [annotation({ id: 'a2' })]);
    expect(next.map(({ id }) => id)).toEqual(['a2']);
  });

  it('does not put an older version over the answer to a change', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there });
    markSending(rows, 'a1');
    settleChanged(rows, 'a1', annotation({ coordinates: there, updated_at: '2026-01-01T00:00:09.000Z' }));
    expect(receive(rows, [annotation()])[0]).toMatchObject({ coordinates: there });
  });

  it('takes a decision about a proposal even if nothing else of it changed', () => {
    const rows = stored(annotation({ author_type: 'ai_agent', decisions: [] }));
    const decision = {
      verdict: 'rejected' as const,
      reason: 'a smudge',
      copy_id: null,
      author_id: 'me',
      author_name: 'Ada',
      decided_at: '2026-01-01T00:00:00.000Z',
    };
    const [row] = receive(rows, [annotation({ author_type: 'ai_agent', decisions: [decision] })]);
    expect(row?.decisions).toEqual([decision]);
  });
});

describe('a change that holds only for the version this browser has seen', () => {
  it('names that version, and later changes do not', () => {
    const rows = stored(annotation());
    queueChanges(rows, 'a1', { coordinates: there }, true);
    expect(nextWrite(rows, 'a1')).toEqual({
      kind: 'update',
      id: 'a1',
      changes: { coordinates: there },
      seen: '2026-01-01T00:00:00.000Z',
    });
    markSending(rows, 'a1');
    settleChanged(rows, 'a1', annotation({ coordinates: there, updated_at: 'later' }));
    queueChanges(rows, 'a1', { content: 'tank' });
    expect(nextWrite(rows, 'a1')).toEqual({ kind: 'update', id: 'a1', changes: { content: 'tank' } });
  });
});

describe('the answer to a decision', () => {
  it('changes the proposal and adds the copy once, in any order of arrival', () => {
    const rows = stored(annotation({ author_type: 'ai_agent' }));
    const accepted = annotation({ author_type: 'ai_agent', updated_at: 'later' });
    const copy = annotation({ id: 'c1', derived_from: 'a1' });
    settleReviewed(rows, accepted, copy);
    settleReviewed(rows, accepted, copy);
    expect(rows.map(({ id, key }) => [id, key])).toEqual([
      ['a1', 'a1'],
      ['c1', 'c1'],
    ]);
    expect(rows[0]).toMatchObject({ updated_at: 'later' });
  });
});

describe('remote changes during local changes (ANN-11)', () => {
  const LATER = '2026-01-01T00:01:00.000Z';
  const row = (): AnnotationRow => ({ ...annotation(), key: 'a1' });
  const ids = (rows: AnnotationRow[]) => visibleRows(rows).map(({ id }) => id);

  it.each([
    ['is answered', (rows: AnnotationRow[]) => settleChanged(rows, 'a1', annotation({ coordinates: there }))],
    ['is refused', (rows: AnnotationRow[]) => rollBackChanged(rows, 'a1')],
  ])('a deletion stays when a pending change %s, and is not sent again', (_, settle) => {
    const rows = [row()];
    queueChanges(rows, 'a1', { coordinates: there });
    markSending(rows, 'a1');
    receiveRemoval(rows, 'a1');
    settle(rows);
    expect(ids(rows)).toEqual([]);
    expect(nextWrite(rows, 'a1')).toBeNull();
  });

  it('a deletion older than the known version changes nothing', () => {
    const rows = [{ ...row(), updated_at: LATER }];
    receiveRemoval(rows, 'a1', '2026-01-01T00:00:30.000Z');
    expect(ids(rows)).toEqual(['a1']);
  });

  it('a late event of its own deletion does not hide a row being restored', () => {
    const rows = [row()];
    const gone = row();
    queueRemoval(rows, 'a1');
    markSending(rows, 'a1');
    queueRestoration(rows, gone);
    settleRemoved(rows, 'a1');
    expect(nextWrite(rows, 'a1')).toEqual({ kind: 'restore', id: 'a1' });
    markSending(rows, 'a1');
    receiveRemoval(rows, 'a1', LATER);
    expect(ids(rows)).toEqual(['a1']);
    settleRestored(rows, 'a1', annotation({ updated_at: LATER }));
    expect(nextWrite(rows, 'a1')).toBeNull();
    expect(ids(rows)).toEqual(['a1']);
  });

  it('a row that could not be restored stays hidden until another user restores it', () => {
    const rows: AnnotationRow[] = [];
    queueRestoration(rows, row());
    markSending(rows, 'a1');
    rollBackRestored(rows, 'a1');
    receiveOne(rows, annotation());
    expect(ids(rows)).toEqual([]);
    receiveOne(rows, annotation({ updated_at: LATER }));
    expect(ids(rows)).toEqual(['a1']);
  });
});

it('a response that arrives after a newer live change does not replace it', () => {
  const rows = stored(annotation());
  queueChanges(rows, 'a1', { coordinates: there });
  markSending(rows, 'a1');
  receiveOne(rows, annotation({ content: 'of another user', updated_at: '2026-01-01T00:00:09.000Z' }));
  settleChanged(rows, 'a1', annotation({ coordinates: there, updated_at: '2026-01-01T00:00:08.000Z' }));
  expect(visibleRows(rows)).toMatchObject([{ content: 'of another user' }]);
});
