import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Page } from '@symbio/proto/document';
import { AGENT, PROJECT, annotationRules, type AnnotationRules } from '../../test/memory.js';
import { MAX_RESTORATIONS } from './delete-and-restore.js';
import type { EllipseShape, Shape } from '../shapes/shapes.js';
import type { NewAnnotation } from './create-annotations.js';
import type { AnnotationUpdate } from './update-annotation.js';

let rules: AnnotationRules;
beforeEach(() => {
  rules = annotationRules();
});

const ellipse = (over: Partial<EllipseShape> = {}): Shape => ({
  ...{ kind: 'ellipse', centerX: 500, centerY: 400, radiusX: 40, radiusY: 30, theta: 0 },
  ...over,
});
const create = (on: Page = rules.page(), over: Partial<NewAnnotation> = {}, by: CallContext = rules.editor) =>
  rules.annotations.create(by, {
    ...{ id: '', documentId: on.documentId, documentPageId: on.id, shape: ellipse() },
    ...{ content: undefined, authorId: undefined, runId: '' },
    ...over,
  });
const update = (id: string, over: Partial<AnnotationUpdate>, by: CallContext = rules.editor) =>
  rules.annotations.update(by, {
    ...{ id, shape: undefined, content: undefined, expectedUpdatedAt: undefined },
    ...over,
  });
const published = () => rules.rows.published.map(({ name }) => name);
const code = (error: { code: string }) => error.code;

describe('The labels of a project', () => {
  it('are those that people gave, the most used first, without the default (ANN-10)', async () => {
    for (const content of ['Tank', 'Gas holder', 'Gas holder', undefined]) await create(rules.page(), { content });
    const { _id } = await create(rules.page(), { content: 'Gone' });
    await rules.annotations.delete(rules.editor, _id);
    await create(rules.page(), { content: 'Proposed', authorId: AGENT }, rules.apiKey);
    expect(await rules.annotations.labels(rules.viewer, PROJECT)).toEqual([
      { content: 'Gas holder', count: 2 },
      { content: 'Tank', count: 1 },
    ]);
    await expect(rules.annotations.labels(rules.stranger, PROJECT)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('Making an annotation', () => {
  it('is called label until it is named (ANN-10, DATA-11)', async () => {
    expect((await create()).content).toBe('label');
    expect((await create(rules.page(), { content: '   ' })).content).toBe('label');
    expect((await create(rules.page(), { content: ' gas holder ' })).content).toBe('gas holder');
  });

  it('takes rectangles, too (API-16)', async () => {
    const shape: Shape = { kind: 'rectangle', x: 10, y: 20, width: 300, height: 200 };
    expect((await create(rules.page(), { shape })).shape).toEqual(shape);
  });

  it('takes polygons, too, and changes them point by point (API-16)', async () => {
    const points = [
      { x: 10, y: 10 },
      { x: 200, y: 10 },
      { x: 200, y: 90 },
    ];
    const { _id, shape } = await create(rules.page(), { shape: { kind: 'polygon', points } });
    expect(shape).toEqual({ kind: 'polygon', points });
    const moved: Shape = { kind: 'polygon', points: [...points.slice(0, 2), { x: 150, y: 90 }] };
    expect((await update(_id, { shape: moved })).shape).toEqual(moved);
    await update(_id, { shape: { kind: 'polygon', points: [...moved.points] } });
    expect(published()).toEqual(['annotation.created', 'annotation.changed']);
  });

  it('names every bad field at once (API-16)', async () => {
    const bad = { id: 'temp-1', documentId: '', documentPageId: '', shape: undefined, content: 'x'.repeat(501) };
    await expect(create(rules.page(), bad)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        document_page_id: 'document_page_id is required',
        document_id: 'document_id is required',
        coordinates: 'An ellipse, a rectangle or a polygon is required',
        content: 'The label must have at most 500 characters',
      },
    });
    expect(rules.rows.all()).toEqual([]);
  });

  it('refuses coordinates that are no outline on the page (DATA-12)', async () => {
    const shape = ellipse({ centerX: NaN, radiusY: 0, centerY: 801 });
    await expect(create(rules.page(), { shape })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        'coordinates.centerX': 'centerX must be a number',
        'coordinates.centerY': 'The center must lie on the page',
        'coordinates.radiusY': 'radiusY must be greater than 0',
      },
    });
  });

  it('needs a page that exists, belongs to the document and has a picture', async () => {
    const nowhere = rules.page();
    rules.pages.delete(nowhere.id);
    await expect(create(nowhere)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Page not found' });
    await expect(create(rules.page(), { documentId: rules.page().documentId })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { document_page_id: 'The page does not belong to the document' },
    });
    await expect(create(rules.page({ width: 0, height: 0 }))).rejects.toMatchObject({ reason: 'page_not_ready' });
  });

  it('names everything that is not there for the caller at once, whatever the form of its id', async () => {
    const missing = create(rules.page(), { documentPageId: 'x', documentId: newId(), runId: 'no run' });
    await expect(missing).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: {
        document_page_id: 'Page not found',
        document_id: 'Document not found',
        run_id: 'Run not found',
      },
    });
    const [on, elsewhere] = [rules.page(), newId()];
    await expect(create(on, { documentId: elsewhere })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { document_id: 'Document not found' },
    });
    await expect(create(on, {}, rules.stranger)).rejects.toMatchObject({
      fields: { document_page_id: 'Page not found' },
    });
  });

  it('answers the one there is when it is asked for twice, and publishes it once (ANN-11)', async () => {
    const [on, id] = [rules.page(), newId()];
    const first = await create(on, { id });
    rules.clock.advance(1000);
    expect(await create(on, { id })).toEqual(first);
    expect(published()).toEqual(['annotation.created']);
    await expect(create(on, { id }, rules.colleague)).rejects.toMatchObject({ reason: 'id_taken' });
    await expect(create(rules.page(), { id })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it.each([{ content: 'again' }, { shape: ellipse({ centerX: 1 }) }])(
    'under the id of another one by the same author is refused: %j',
    async (other) => {
      const [on, id] = [rules.page(), newId()];
      const first = await create(on, { id });
      await expect(create(on, { id, ...other })).rejects.toMatchObject({
        code: 'FAILED_PRECONDITION',
        reason: 'id_taken',
        message: 'An annotation with this id exists already.',
      });
      expect(rules.rows.find(id)).toEqual(first);
    },
  );

  it('returns its current state to a repeated call after a change', async () => {
    const [on, id] = [rules.page(), newId()];
    await create(on, { id });
    const changed = await update(id, { content: 'Gas works' });
    expect(await create(on, { id })).toEqual(changed);
    // the content at creation counts
    await expect(create(on, { id, content: 'Gas works' })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it.each(['documentPageId', 'documentId', 'projectId'] as const)(
    'leaves nothing on what was deleted meanwhile: %s',
    async (source) => {
      const on = rules.page();
      await rules.tombstones.record({ documentPageId: on.id, documentId: on.documentId, projectId: PROJECT }[source]);
      await expect(create(on)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Page not found' });
      expect(rules.rows.all()).toEqual([]);
      expect(published()).toEqual(['annotation.created', 'annotation.deleted']);
    },
  );
});

describe('Changing an annotation', () => {
  it('does nothing the second time, though the first moved updated_at on', async () => {
    const { _id: id, updatedAt: expectedUpdatedAt } = await create();
    rules.clock.advance(1000);
    const first = await update(id, { shape: ellipse({ centerX: 1 }), expectedUpdatedAt });
    rules.clock.advance(1000);
    expect(await update(id, { shape: ellipse({ centerX: 1 }), expectedUpdatedAt })).toEqual(first);
    expect(published()).toEqual(['annotation.created', 'annotation.changed']);
    await expect(update(id, { content: 'late', expectedUpdatedAt })).rejects.toMatchObject({ reason: 'stale' });
  });

  it('is refused from a state that was changed, also within the same millisecond', async () => {
    const { _id: id, updatedAt: expectedUpdatedAt } = await create();
    await update(id, { shape: ellipse({ centerX: 1 }), expectedUpdatedAt });
    await expect(update(id, { content: 'late', expectedUpdatedAt })).rejects.toMatchObject({ reason: 'stale' });
  });

  it('keeps it on its page', async () => {
    const { _id } = await create();
    const off = update(_id, { shape: ellipse({ centerX: 1001 }), content: 'x'.repeat(501) });
    await expect(off).rejects.toMatchObject({
      fields: {
        'coordinates.centerX': 'The center must lie on the page',
        content: 'The label must have at most 500 characters',
      },
    });
  });

  it("leaves an AI agent's annotation to its author and to keys, and everything to those who may write (OP-24)", async () => {
    const { _id } = await create(rules.page(), {}, rules.apiKey);
    expect(await update(_id, { content: 'x' }).catch(code)).toBe('PERMISSION_DENIED');
    expect(await rules.annotations.delete(rules.editor, _id).catch(code)).toBe('PERMISSION_DENIED');
    expect((await update(_id, { content: 'x' }, rules.apiKey)).content).toBe('x');
    expect(await update(_id, { content: 'y' }, rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
    expect(await update(_id, { content: 'y' }, rules.stranger).catch(code)).toBe('NOT_FOUND');
  });
});

describe('What is on a document that is deleted', () => {
  const there = async (documentId: string): Promise<string[]> =>
    (await rules.repository.list({ documentId }, 'all')).map(({ _id }) => _id);

  it('is hidden until it is restored, except for individually deleted annotations', async () => {
    const on = rules.page();
    const [kept, gone] = [await create(on), await create(on)];
    await rules.annotations.delete(rules.editor, gone._id);
    await rules.annotations.documentDeleted(on.documentId, 5);
    expect(await there(on.documentId)).toEqual([]);
    for (const { _id } of [kept, gone])
      await expect(rules.annotations.restore(rules.editor, _id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    rules.clock.advance(1000);
    await rules.annotations.documentRestored(on.documentId, 6);
    expect(rules.rows.find(kept._id)).toEqual({ ...kept, rev: kept.rev + 2, updatedAt: rules.clock.now() });
    expect(await there(on.documentId)).toEqual([kept._id]);
    expect((await rules.annotations.restore(rules.editor, gone._id))._id).toBe(gone._id);
    const told = ['created', 'created', 'deleted', 'deleted', 'restored', 'restored'];
    expect(published()).toEqual(told.map((verb) => `annotation.${verb}`));
  });

  it('goes by the newer of two events that come in the wrong order, and by either twice', async () => {
    const on = rules.page();
    const { _id } = await create(on);
    await rules.annotations.documentRestored(on.documentId, 6);
    await rules.annotations.documentDeleted(on.documentId, 5);
    expect(await there(on.documentId)).toEqual([_id]);
    await rules.annotations.documentDeleted(on.documentId, 7);
    await rules.annotations.documentDeleted(on.documentId, 7);
    expect(published()).toEqual(['annotation.created', 'annotation.deleted']);
    expect(await there(on.documentId)).toEqual([]);
  });

  it('is permanently deleted with it, with one event', async () => {
    const on = rules.page();
    await create(on);
    await rules.annotations.documentDeleted(on.documentId, 5);
    await rules.annotations.removeAllOf('documentId', on.documentId);
    expect(rules.rows.all()).toEqual([]);
    await rules.annotations.documentRestored(on.documentId, 9);
    expect(published()).toEqual(['annotation.created', 'annotation.deleted']);
  });
});

describe('Deleting and restoring an annotation', () => {
  it('brings the same one back and remembers who did what, of the last times', async () => {
    const made = await create();
    for (let n = 0; n <= MAX_RESTORATIONS; n++) {
      await rules.annotations.delete(rules.colleague, made._id);
      expect(await rules.annotations.get(rules.editor, made._id).catch(code)).toBe('NOT_FOUND');
      expect(await rules.annotations.delete(rules.editor, made._id).catch(code)).toBe('NOT_FOUND');
      await rules.annotations.restore(rules.editor, made._id);
    }
    const { rev, restorations, ...back } = await rules.annotations.restore(rules.editor, made._id);
    expect(back).toMatchObject({ shape: made.shape, authorId: made.authorId, content: made.content });
    expect(rev).toBe(2 * MAX_RESTORATIONS + 3);
    expect(restorations).toHaveLength(MAX_RESTORATIONS);
    expect(restorations?.at(-1)).toMatchObject({
      removed: { authorName: 'Bob Reviewer' },
      restored: { authorName: 'Ann Editor' },
    });
  });

  it('keeps it for 30 days', async () => {
    const { _id } = await create();
    await rules.annotations.delete(rules.editor, _id);
    const { purgeAt } = rules.rows.find(_id)!;
    expect(purgeAt!.getTime() - rules.clock.now().getTime()).toBe(30 * 86_400_000);
  });

  it('does not restore annotations of a deleted page', async () => {
    const on = rules.page();
    const [before, kept] = [await create(on), await create(on)];
    await rules.annotations.delete(rules.editor, before._id);
    await rules.annotations.removeAllOf('documentPageId', on.id);
    expect(rules.rows.all()).toEqual([]);
    for (const { _id } of [before, kept])
      expect(await rules.annotations.restore(rules.editor, _id).catch(code)).toBe('NOT_FOUND');
  });
});

describe('Annotations in lists', () => {
  it('come in slices when asked for, with the number of all, and only to those who may see them (AUTH-37)', async () => {
    const on = rules.page();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await create(on))._id);
    const filter = { documentPageId: on.id };
    const third = await rules.annotations.list(rules.viewer, filter, { page: 3, perPage: 2 });
    expect(third.rows.map(({ _id }) => _id)).toEqual([made[4]]);
    expect(third.pageInfo).toEqual({ page: 3, perPage: 2, totalPages: 3, count: 5 });
    await expect(rules.annotations.list(rules.viewer, {}, undefined)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  it('are read by cursor while the list grows', async () => {
    const on = rules.page();
    const made: string[] = [];
    const draw = async () => made.push((await create(on))._id);
    for (let n = 0; n < 3; n++) {
      await draw();
      rules.clock.advance(1000);
    }
    const read = (cursor?: string) =>
      rules.annotations.list(rules.viewer, { documentPageId: on.id }, { page: 0, perPage: 2, cursor });
    const first = await read();
    expect(first.rows.map(({ _id }) => _id)).toEqual(made.slice(0, 2));
    await draw();
    const second = await read(first.pageInfo?.nextCursor);
    expect(second.rows.map(({ _id }) => _id)).toEqual(made.slice(2));
    expect(second.pageInfo?.count).toBe(4);
    expect((await read(second.pageInfo?.nextCursor)).pageInfo?.nextCursor).toBeUndefined();
    await expect(read('x')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('hold what changed after a moment', async () => {
    const on = rules.page();
    const [first, second] = [await create(on), await create(on)];
    const before = rules.clock.now();
    const changed = async (after: Date) =>
      (
        await rules.annotations.list(rules.viewer, { documentPageId: on.id }, undefined, { updatedAfter: after })
      ).rows.map(({ _id }) => _id);
    rules.clock.advance(1);
    await update(first._id, { content: 'gas holder' });
    expect(await changed(before)).toEqual([first._id]);
    expect(await changed(new Date(before.getTime() - 1))).toEqual([first._id, second._id]);
    expect(await changed(rules.clock.now())).toEqual([]);
  });

  it('hold only those that are asked for, of the project', async () => {
    const on = rules.page();
    const [first, second, other] = [await create(on), await create(on), await create(rules.page())];
    const ids = [second._id, other._id, newId()];
    const { rows } = await rules.annotations.list(rules.viewer, { documentPageId: on.id }, undefined, { ids });
    expect(rows.map(({ _id }) => _id)).toEqual([second._id]);
    expect(rows).not.toContainEqual(expect.objectContaining({ _id: first._id }));
  });

  it('are empty where nothing is, and refused by the name of everything that is not there', async () => {
    const on = rules.page();
    const { rows, pageInfo } = await rules.annotations.list(
      rules.viewer,
      { documentPageId: on.id, documentId: on.documentId, authorId: AGENT, projectId: PROJECT },
      { page: 1, perPage: 10 },
    );
    expect([rows, pageInfo?.count]).toEqual([[], 0]);
    const missing = { documentPageId: 'x', documentId: newId(), authorId: 'y', projectId: newId(), runId: newId() };
    await expect(rules.annotations.list(rules.viewer, missing, undefined)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: {
        document_page_id: 'Page not found',
        document_id: 'Document not found',
        author_id: 'Author not found',
        project_id: 'Project not found',
        run_id: 'Run not found',
      },
    });
  });

  it("hold an agent's under the agent's name", async () => {
    const { _id } = await create(rules.page(), {}, rules.apiKey);
    const { rows } = await rules.annotations.list(rules.viewer, { authorId: AGENT }, undefined);
    expect(rows).toMatchObject([{ _id, authorType: 'ai_agent', authorId: AGENT }]);
  });
});
