import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { AGENT, PROJECT, annotationRules, type AnnotationRules } from '../../test/memory.js';
import type { NewRun } from './runs.js';
import type { Shape } from '../shapes/shapes.js';

let rules: AnnotationRules;
beforeEach(() => {
  rules = annotationRules();
});

const SHAPE: Shape = { kind: 'rectangle', x: 10, y: 20, width: 300, height: 200 };
const begin = async (over: Partial<NewRun> = {}, by: CallContext = rules.apiKey) =>
  (
    await rules.runs.create(by, {
      ...{ id: '', projectId: PROJECT, name: 'Sanborn 1894', metadata: undefined, authorId: undefined },
      ...over,
    })
  ).row;
const annotate = (runId: string, by: CallContext = rules.apiKey, on = rules.page()) =>
  rules.annotations.create(by, {
    ...{ id: '', documentId: on.documentId, documentPageId: on.id, shape: SHAPE, content: 'GAS HOLDER' },
    ...{ authorId: undefined, runId },
  });
const code = (error: { code: string }) => error.code;
const there = () => rules.rows.all().filter(({ removal }) => !removal);
const published = () => rules.runRows.published.map(({ name }) => name);

describe('A run', () => {
  it('is of an author in a project, and open', async () => {
    const metadata = { model: 'reader', steps: [1, 2] };
    const run = await begin({ name: ' Sanborn 1894 ', metadata });
    expect(run).toMatchObject({ projectId: PROJECT, authorId: AGENT, authorType: 'ai_agent', status: 'open' });
    expect(run).toMatchObject({ name: 'Sanborn 1894', metadata });
    expect(await rules.runs.get(rules.viewer, run._id)).toEqual({ row: run, annotations: 0 });
    expect(await rules.runs.get(rules.stranger, run._id).catch(code)).toBe('NOT_FOUND');
    expect(await rules.runs.get(rules.viewer, 'x').catch(code)).toBe('NOT_FOUND');
    expect(rules.runRows.published).toMatchObject([{ name: 'run.created', scope: PROJECT }]);
  });

  it('is begun once under an id', async () => {
    const id = newId();
    const run = await begin({ id });
    expect(await begin({ id })).toEqual(run);
    await expect(begin({ id }, rules.editor)).rejects.toMatchObject({ reason: 'id_taken' });
    for (const other of [{ name: 'again' }, { metadata: { a: 1 } }])
      await expect(begin({ id, ...other })).rejects.toMatchObject({ reason: 'id_taken' });
    expect(published()).toEqual(['run.created']);
  });

  it('is refused with all that is wrong with it', async () => {
    const bad = begin({ id: 'x', projectId: '', name: ' ', metadata: { long: 'x'.repeat(10_000) } });
    await expect(bad).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        project_id: 'project_id is required',
        name: 'name is required',
        metadata: 'metadata must have at most 10000 characters of JSON',
      },
    });
    await expect(begin({ name: 'x'.repeat(201) })).rejects.toMatchObject({
      fields: { name: 'The name must have at most 200 characters' },
    });
    await expect(begin({ projectId: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { project_id: 'Project not found' },
    });
    expect(await begin({}, rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
  });

  it('goes with its project', async () => {
    await begin();
    await rules.runs.removeAllOf(PROJECT);
    expect(rules.runRows.all()).toEqual([]);
    await expect(begin()).rejects.toMatchObject({ fields: { project_id: 'Project not found' } });
    expect(rules.runRows.all()).toEqual([]);
  });

  it('is finished once, by its author or who manages agents (OP-24)', async () => {
    const { _id } = await begin();
    expect(await rules.runs.finish(rules.editor, _id).catch(code)).toBe('PERMISSION_DENIED');
    const { row } = await rules.runs.finish(rules.apiKey, _id);
    expect(row).toMatchObject({ status: 'finished', finishedAt: rules.clock.now() });
    rules.clock.advance(1000);
    expect((await rules.runs.finish(rules.apiKey, _id)).row).toEqual(row);
    expect(published()).toEqual(['run.created', 'run.finished']);
    await rules.runActions.undo(rules.apiKey, _id);
    await expect(rules.runs.finish(rules.apiKey, _id)).rejects.toMatchObject({ reason: 'run_undone' });
  });
});

describe('Runs in lists', () => {
  it('come newest first, with the number of their annotations, by project, author and status', async () => {
    const first = await begin();
    await annotate(first._id);
    rules.clock.advance(1000);
    const second = await begin({}, rules.editor);
    const list = async (filter: object, paging?: { page: number; perPage: number; cursor?: string | undefined }) => {
      const { rows, pageInfo } = await rules.runs.list(rules.viewer, filter, paging);
      return { ids: rows.map(({ row, annotations }) => `${row._id} ${annotations}`), next: pageInfo?.nextCursor };
    };
    const both = [`${second._id} 0`, `${first._id} 1`];
    expect((await list({})).ids).toEqual(both);
    expect((await list({ projectId: PROJECT })).ids).toEqual(both);
    expect((await list({ authorId: AGENT })).ids).toEqual(both.slice(1));
    expect((await list({ status: 'finished' })).ids).toEqual([]);
    const { ids, next } = await list({}, { page: 1, perPage: 1 });
    expect(ids).toEqual(both.slice(0, 1));
    expect((await list({}, { page: 1, perPage: 1, cursor: next })).ids).toEqual(both.slice(1));
  });

  it('hold what changed after a moment', async () => {
    const [first] = [await begin(), await begin()];
    const before = rules.clock.now();
    rules.clock.advance(1000);
    await rules.runs.finish(rules.apiKey, first._id);
    const { rows } = await rules.runs.list(rules.viewer, {}, undefined, before);
    expect(rows.map(({ row }) => row._id)).toEqual([first._id]);
  });

  it('are refused with the name of the missing field', async () => {
    const missing = rules.runs.list(rules.viewer, { projectId: newId(), authorId: 'x' }, undefined);
    await expect(missing).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { project_id: 'Project not found', author_id: 'Author not found' },
    });
    await expect(rules.runs.list(rules.viewer, { status: 'done' }, undefined)).rejects.toMatchObject({
      fields: { status: 'status must be one of open, finished, undone' },
    });
  });
});

describe('Annotations of a run', () => {
  it('say so, and are listed by it', async () => {
    const { _id: runId } = await begin();
    const { _id } = await annotate(runId);
    await annotate('');
    const { rows } = await rules.annotations.list(rules.viewer, { runId }, undefined);
    expect(rows.map((row) => [row._id, row.runId])).toEqual([[_id, runId]]);
    expect((await rules.runs.get(rules.viewer, runId)).annotations).toBe(1);
  });

  it('are made while it is open, in its project, by who may write under it', async () => {
    const { _id: runId } = await begin();
    const elsewhere = await rules.runRows.insert(
      newId(),
      { ...rules.runRows.find(runId)!, projectId: newId() },
      rules.editor.actor,
      () => [],
    );
    await expect(annotate(elsewhere!._id)).rejects.toMatchObject({ fields: { run_id: 'Run not found' } });
    expect(await annotate(runId, rules.editor).catch(code)).toBe('PERMISSION_DENIED');
    await rules.runs.finish(rules.apiKey, runId);
    await expect(annotate(runId)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'run_closed',
      fields: { run_id: 'This run is finished: nothing more can be written under it. Make another one.' },
    });
  });

  it('do not stay when the run is undone while they are made', async () => {
    const { _id: runId } = await begin();
    const on = rules.page();
    rules.documents.getPage.mockImplementationOnce(async () => {
      // after the rule's check, before its write
      await Promise.resolve();
      await rules.runActions.undo(rules.apiKey, runId);
      return { page: on };
    });
    await expect(annotate(runId, rules.apiKey, on)).rejects.toMatchObject({ reason: 'run_closed' });
    expect(rules.rows.all()).toEqual([]);
  });
});

describe('Undoing a run', () => {
  it('deletes its annotations restorably; a repeat changes nothing', async () => {
    const { _id: runId } = await begin();
    const made = [await annotate(runId), await annotate(runId)];
    const other = await annotate('');
    rules.clock.advance(1000);
    const { row, deleted } = await rules.runActions.undo(rules.apiKey, runId);
    expect(deleted).toBe(2);
    const { actor } = rules.apiKey;
    expect(row).toMatchObject({ status: 'undone', undoneAt: rules.clock.now(), undoneById: actor.authorId });
    expect(there().map(({ _id }) => _id)).toEqual([other._id]);
    expect(published()).toEqual(['run.created', 'run.undone']);

    rules.clock.advance(1000);
    await rules.annotations.restore(rules.apiKey, made[0]!._id);
    await rules.runActions.finishUndo(runId);
    expect(await rules.runActions.undo(rules.apiKey, runId)).toEqual({ row, deleted: 1 });
    expect(there().map(({ _id }) => _id)).toEqual([made[0]!._id, other._id]);
  });

  it('is finished by its event when the call was cut off', async () => {
    const { _id: runId } = await begin();
    await annotate(runId);
    const undone = { status: 'undone' as const, undoneAt: rules.clock.now(), undoneById: AGENT, undoneByName: 'A' };
    await rules.runRows.change(runId, rules.apiKey.actor, () => ({ set: undone, events: [] }));
    await rules.runActions.finishUndo(runId);
    expect(there()).toEqual([]);
    expect(rules.rows.all()).toMatchObject([{ removal: { authorId: AGENT, authorName: 'A' } }]);
  });

  it("is for those who may delete each of its annotations: an AI agent's are not everybody's (OP-24)", async () => {
    const { _id: agents } = await begin();
    expect(await rules.runActions.undo(rules.editor, agents).catch(code)).toBe('PERMISSION_DENIED');
    const { _id: persons } = await begin({}, rules.editor);
    await annotate(persons, rules.colleague);
    expect((await rules.runActions.undo(rules.colleague, persons)).deleted).toBe(1);
    const { _id: mixed } = await begin({}, rules.editor);
    expect(await annotate(mixed, rules.apiKey).catch(code)).toBe('PERMISSION_DENIED');
    const { _id: ofAgent } = await annotate(mixed, rules.colleague);
    await rules.rows.change(ofAgent, rules.apiKey.actor, () => ({
      set: { authorId: AGENT, authorType: 'ai_agent' },
      events: [],
    }));
    expect(await rules.runActions.undo(rules.editor, mixed).catch(code)).toBe('PERMISSION_DENIED');
    expect(await rules.runActions.undo(rules.viewer, mixed).catch(code)).toBe('PERMISSION_DENIED');
    expect(await rules.runActions.undo(rules.stranger, mixed).catch(code)).toBe('NOT_FOUND');
  });

  it('leaves what a person made of it', async () => {
    const { _id: runId } = await begin();
    const { _id: id } = await annotate(runId);
    const decision = { id, action: 'accept', reason: '', copyId: '', shape: undefined, content: undefined };
    const { copy } = await rules.reviews.review(rules.editor, decision);
    await rules.runActions.undo(rules.apiKey, runId);
    expect(there().map(({ _id }) => _id)).toEqual([copy!._id]);
    expect(copy!.runId).toBeUndefined();
  });
});

describe('Reviewing a run', () => {
  const review = (id: string, action: string, reason = '', by: CallContext = rules.editor) =>
    rules.runActions.review(by, { id, action, reason });

  it('decides about undecided annotations', async () => {
    const { _id: runId } = await begin();
    const [first, second, third] = [await annotate(runId), await annotate(runId), await annotate(runId)];
    const rejection = { id: first._id, action: 'reject', reason: 'a street', copyId: '' };
    await rules.reviews.review(rules.colleague, { ...rejection, shape: undefined, content: undefined });
    const { decided } = await review(runId, 'accept');
    expect(decided).toEqual([second._id, third._id]);
    const verdicts = rules.rows.all().flatMap(({ decisions }) => decisions?.map(({ verdict }) => verdict) ?? []);
    expect(verdicts).toEqual(['rejected', 'accepted', 'accepted']);
    expect((await review(runId, 'accept')).decided).toEqual([]);
  });

  it('leaves to people what people marked', async () => {
    const { _id: runId } = await begin({}, rules.editor);
    await annotate(runId, rules.editor);
    expect((await review(runId, 'accept')).decided).toEqual([]);
  });

  it('needs a decision there is, and a reason to reject', async () => {
    const { _id: runId } = await begin();
    await expect(review(runId, 'undo')).rejects.toMatchObject({
      fields: { action: 'action must be one of accept, reject' },
    });
    await expect(review(runId, 'reject', ' ')).rejects.toMatchObject({ fields: { reason: 'Say why it is rejected' } });
    expect(await review(runId, 'accept', '', rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
    expect(await review(newId(), 'accept').catch(code)).toBe('NOT_FOUND');
  });
});
