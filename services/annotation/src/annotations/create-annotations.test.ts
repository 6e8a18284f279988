import { AppError, newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { AGENT, annotationRules, type AnnotationRules } from '../../test/memory.js';
import type { NewAnnotation } from './create-annotations.js';
import type { Shape } from '../shapes/shapes.js';

let rules: AnnotationRules;
beforeEach(() => {
  rules = annotationRules();
});

const SHAPE: Shape = { kind: 'rectangle', x: 10, y: 20, width: 300, height: 200 };
const item = (over: Partial<NewAnnotation> = {}, on = rules.page()): NewAnnotation => ({
  ...{ id: '', documentId: on.documentId, documentPageId: on.id, shape: SHAPE },
  ...{ content: undefined, authorId: undefined, runId: '' },
  ...over,
});
const createMany = (items: NewAnnotation[], isAll = false, by: CallContext = rules.apiKey) =>
  rules.annotations.createMany(by, items, { allOrNothing: isAll });
const published = () => rules.rows.published.map(({ name }) => name);
const reasons = (outcomes: readonly unknown[]) =>
  outcomes.map((outcome) => (outcome instanceof AppError ? outcome.reason : undefined));

describe('Annotations that are made together', () => {
  it('are written or refused each for itself, in the order they were given', async () => {
    const on = rules.page();
    const outcomes = await createMany([
      item({ content: 'gas holder' }, on),
      item({ documentPageId: newId() }),
      item({ shape: { ...SHAPE, width: 0 } }, on),
      item({ content: 'tank' }, on),
    ]);
    expect(outcomes).toMatchObject([
      { content: 'gas holder', authorId: AGENT },
      { code: 'NOT_FOUND', fields: { document_page_id: 'Page not found' } },
      { code: 'INVALID_ARGUMENT', fields: { 'coordinates.width': 'width must be greater than 0' } },
      { content: 'tank', authorId: AGENT },
    ]);
    expect(rules.rows.all().map(({ content }) => content)).toEqual(['gas holder', 'tank']);
    expect(published()).toEqual(['annotation.created', 'annotation.created']);
  });

  it('ask for each page once', async () => {
    const [first, second] = [rules.page(), rules.page()];
    await createMany(Array.from({ length: 50 }, (_, n) => item({}, n % 2 === 0 ? first : second)));
    expect(rules.documents.getPage).toHaveBeenCalledTimes(2);
    expect(rules.rows.all()).toHaveLength(50);
  });

  it('are all or none where that is asked for', async () => {
    const outcomes = await createMany([item(), item({ documentPageId: newId() }), item()], true);
    expect(reasons(outcomes)).toEqual(['batch_refused', 'not_found', 'batch_refused']);
    expect(rules.rows.all()).toEqual([]);
    expect(reasons(await createMany([item(), item()], true))).toEqual([undefined, undefined]);
  });

  it.each([false, true])('are the same when they are asked for twice, with all or nothing: %s', async (isAll) => {
    const items = [item({ id: newId() }), item({ id: newId() })];
    const first = await createMany(items.slice(0, 1), isAll);
    const both = await createMany(items, isAll);
    expect(both[0]).toEqual(first[0]);
    expect(await createMany(items, isAll)).toEqual(both);
    expect(published()).toEqual(['annotation.created', 'annotation.created']);
  });

  it.each([false, true])('under an id of another content are refused, with all or nothing: %s', async (isAll) => {
    const first = item({ id: newId() });
    await createMany([first]);
    const outcomes = await createMany([{ ...first, content: 'tank' }, item()], isAll);
    expect(reasons(outcomes)).toEqual(['id_taken', isAll ? 'batch_refused' : undefined]);
  });

  it('have ids of their own', async () => {
    const [id, deleted] = [newId(), newId()];
    await createMany([item({ id: deleted })]);
    await rules.annotations.delete(rules.apiKey, deleted);
    const items = [item({ id }), item({ id }), item({ id: deleted }), item({ id: 'x' })];
    expect(await createMany(items)).toMatchObject([
      { _id: id },
      { fields: { id: 'Another item of the batch has this id' } },
      { reason: 'id_taken' },
      { fields: { id: 'id must be a UUID' } },
    ]);
  });

  it('go again, when one of all is overtaken by the deletion of its page', async () => {
    const on = rules.page();
    await rules.tombstones.record(on.id);
    expect(reasons(await createMany([item(), item({}, on)]))).toEqual([undefined, 'not_found']);
    expect(rules.rows.all()).toHaveLength(1);
    expect(reasons(await createMany([item(), item({}, on)], true))).toEqual(['batch_refused', 'not_found']);
    expect(rules.rows.all()).toHaveLength(1);
  });

  it('are 1 to 500', async () => {
    await expect(createMany([])).rejects.toMatchObject({ fields: { items: 'items is required' } });
    await expect(createMany(Array.from({ length: 501 }, () => item()))).rejects.toMatchObject({
      fields: { items: 'items must have at most 500 items' },
    });
  });

  it('fail as a whole for errors that concern no single item', async () => {
    const down = new AppError('UNAVAILABLE', 'unavailable', 'Try again');
    rules.documents.getPage.mockRejectedValueOnce(down);
    await expect(createMany([item(), item()])).rejects.toBe(down);
    expect(rules.rows.all()).toEqual([]);
  });
});

describe('A dry run', () => {
  it('answers and refuses as the call would, and changes nothing', async () => {
    const { _id: id, updatedAt } = await rules.annotations.create(rules.editor, item());
    const before = [rules.rows.all(), published()];
    rules.clock.advance(1000);
    const fresh = newId();
    const { annotations, editor } = rules;
    const dryRun = { dryRun: true };
    expect(await annotations.create(editor, item({ id: fresh, content: 'tank' }), dryRun)).toMatchObject({
      ...{ _id: fresh, rev: 1, content: 'tank', createdAt: rules.clock.now() },
    });
    const tries = await annotations.createMany(editor, [item(), item({ documentPageId: 'x' })], dryRun);
    expect(reasons(tries)).toEqual([undefined, 'not_found']);
    const update = { id, shape: undefined, content: 'tank', expectedUpdatedAt: updatedAt };
    expect(await annotations.update(editor, update, dryRun)).toMatchObject({ _id: id, content: 'tank', rev: 2 });
    await annotations.delete(editor, id, dryRun);
    expect([rules.rows.all(), published()]).toEqual(before);

    await expect(annotations.create(editor, item({ documentId: newId() }), dryRun)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      annotations.update(editor, { ...update, expectedUpdatedAt: new Date(0) }, dryRun),
    ).rejects.toMatchObject({
      reason: 'stale',
    });
    await expect(annotations.delete(rules.viewer, id, dryRun)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect([rules.rows.all(), published()]).toEqual(before);
  });
});
