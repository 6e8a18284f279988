import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { AGENT, PROJECT, annotationRules, type AnnotationRules } from '../../test/memory.js';
import type { AnnotationRow } from '../model.js';
import { MAX_DECISIONS, type ReviewInput } from './reviews.js';
import type { Shape } from '../shapes/shapes.js';

let rules: AnnotationRules;
let proposal: AnnotationRow;
const SHAPE: Shape = { kind: 'ellipse', centerX: 500, centerY: 400, radiusX: 40, radiusY: 30, theta: 0 };

const annotate = (by: CallContext) => {
  const { id: documentPageId, documentId } = rules.page();
  const input = {
    id: newId(),
    documentId,
    documentPageId,
    shape: SHAPE,
    content: 'GAS HOLDER',
    authorId: undefined,
    runId: '',
  };
  return rules.annotations.create(by, input);
};
beforeEach(async () => {
  rules = annotationRules();
  proposal = await annotate(rules.apiKey);
});

const review = (over: Partial<ReviewInput>, by: CallContext = rules.editor) =>
  rules.reviews.review(by, {
    ...{ id: proposal._id, action: '', reason: '', copyId: '', shape: undefined, content: undefined },
    ...over,
  });
const published = () => rules.rows.published.map(({ name }) => name.split('.')[1]);
const code = (error: { code: string }) => error.code;

describe("Accepting an AI agent's annotation", () => {
  it("makes the person's own of it: where it is and what it says is the agent's, whose it is is theirs", async () => {
    await review({ action: 'reject', reason: 'a street' });
    await review({ action: 'undo' });
    rules.clock.advance(1000);
    const { row, copy } = await review({ action: 'accept', copyId: newId() });
    const { _id, ...values } = copy!;
    expect(values).toEqual({
      creationHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      projectId: PROJECT,
      documentId: proposal.documentId,
      documentPageId: proposal.documentPageId,
      ...{ page: proposal.page, sheet: proposal.sheet },
      shape: SHAPE,
      content: 'GAS HOLDER',
      authorId: rules.editor.actor.authorId,
      authorType: 'human',
      authorName: 'Ann Editor',
      derivedFrom: proposal._id,
      ...{ rev: 1, createdAt: rules.clock.now(), updatedAt: rules.clock.now(), deletedAt: null, outbox: [] },
    });
    expect(row).toMatchObject({ authorId: AGENT, shape: SHAPE });
    expect(row.decisions?.at(-1)).toMatchObject({ verdict: 'accepted', copyId: _id, authorName: 'Ann Editor' });
    expect(published()).toEqual(['created', 'reviewed', 'reviewed', 'created', 'reviewed']);
  });

  it('may correct outline and label', async () => {
    const shape: Shape = { ...SHAPE, centerX: 510, theta: 0.5 };
    const { row, copy } = await review({ action: 'accept', shape, content: ' Gas holder, 1896 ' });
    expect(copy).toMatchObject({ shape, content: 'Gas holder, 1896' });
    expect(row.shape).toEqual(SHAPE);
  });

  it('under the same id again answers the same', async () => {
    const copyId = newId();
    const first = await review({ action: 'accept', copyId });
    expect(await review({ action: 'accept', copyId })).toEqual(first);
    await expect(review({ action: 'accept', copyId, content: 'Tar' })).rejects.toMatchObject({ reason: 'id_taken' });
    expect(published()).toEqual(['created', 'created', 'reviewed']);
  });

  it('of two people at once one is first, and no copy of the other stays', async () => {
    const outcomes = await Promise.all(
      [rules.editor, rules.colleague].map((by) =>
        review({ action: 'accept', copyId: newId() }, by).then(() => 'OK', code),
      ),
    );
    expect(outcomes.sort()).toEqual(['FAILED_PRECONDITION', 'OK']);
    const { decisions } = rules.rows.find(proposal._id)!;
    expect(decisions).toHaveLength(1);
    expect(rules.rows.all().map(({ _id }) => _id)).toEqual([proposal._id, decisions![0]!.copyId]);
  });

  it("does not take over another person's annotation under its id", async () => {
    const { _id: copyId } = await annotate(rules.colleague);
    await expect(review({ action: 'accept', copyId })).rejects.toMatchObject({ reason: 'id_taken' });
    expect(rules.rows.find(proposal._id)?.decisions).toBeUndefined();
  });
});

describe("Rejecting an AI agent's annotation", () => {
  it('needs a reason, which stays on record, once', async () => {
    await expect(review({ action: 'reject', reason: ' ' })).rejects.toMatchObject({
      fields: { reason: 'Say why it is rejected' },
    });
    const first = await review({ action: 'reject', reason: 'GASTON ST. is a street' });
    expect(first.row.decisions).toMatchObject([{ verdict: 'rejected', reason: 'GASTON ST. is a street', copyId: '' }]);
    expect(await review({ action: 'reject', reason: 'GASTON ST. is a street' })).toEqual(first);
  });
});

describe('A decision', () => {
  it('keeps the code of a rejection beside its reason, and when the proposal was first shown', async () => {
    await expect(review({ action: 'reject', reason: 'a street', reasonCode: 'street' })).rejects.toMatchObject({
      fields: { reason_code: expect.stringContaining('not_a_site') as string },
    });
    rules.clock.advance(60_000);
    const shownAt = new Date(rules.clock.now().getTime() - 8_000);
    const { row } = await review({ action: 'reject', reason: 'a street', reasonCode: 'not_a_site', shownAt });
    expect(row.decisions).toMatchObject([{ reason: 'a street', reasonCode: 'not_a_site', shownAt }]);
  });

  it('was not shown before the proposal, nor after the decision', async () => {
    rules.clock.advance(60_000);
    const early = await review({ action: 'accept', shownAt: new Date(0) });
    await review({ action: 'undo' });
    const late = await review({ action: 'accept', shownAt: new Date(rules.clock.now().getTime() + 5_000) });
    expect(early.row.decisions?.at(-1)?.shownAt).toEqual(proposal.createdAt);
    expect(late.row.decisions?.at(-1)?.shownAt).toEqual(rules.clock.now());
  });
});

describe('Decisions about one annotation', () => {
  it('are one at a time: another person must undo it first, and everything stays on record', async () => {
    const { copy } = await review({ action: 'accept' });
    for (const action of ['accept', 'reject'])
      await expect(review({ action, reason: 'no' }, rules.colleague)).rejects.toMatchObject({
        reason: 'decided_already',
        message: 'Ann Editor has accepted this annotation already. Undo that first.',
      });
    await review({ action: 'undo' }, rules.colleague);
    expect(rules.rows.find(copy!._id)).toBeUndefined();
    await expect(review({ action: 'undo' })).rejects.toMatchObject({ reason: 'nothing_to_undo' });
    await review({ action: 'reject', reason: 'a street' }, rules.colleague);
    expect(rules.rows.find(proposal._id)?.decisions?.map(({ verdict, authorName }) => [verdict, authorName])).toEqual([
      ['accepted', 'Ann Editor'],
      ['undone', 'Bob Reviewer'],
      ['rejected', 'Bob Reviewer'],
    ]);
  });

  it('have an end', async () => {
    const decision = { reason: '', copyId: '', authorId: '', authorName: '', at: rules.clock.now() };
    await rules.rows.change(proposal._id, rules.editor.actor, () => ({
      set: { decisions: Array.from({ length: MAX_DECISIONS }, () => ({ ...decision, verdict: 'undone' as const })) },
      events: [],
    }));
    await expect(review({ action: 'accept' })).rejects.toMatchObject({ reason: 'too_many_decisions' });
    expect(rules.rows.all()).toHaveLength(1);
  });

  it('that were undone leave no copy behind, also when the call that undid them was cut off', async () => {
    const { row, copy } = await review({ action: 'accept' });
    const undone = { verdict: 'undone' as const, reason: '', copyId: '', authorId: '', authorName: '', at: new Date() };
    await rules.rows.change(proposal._id, rules.editor.actor, () => ({
      set: { decisions: [...row.decisions!, undone] },
      events: [],
    }));
    await rules.reviews.removeUndoneCopies(proposal._id);
    expect(rules.rows.find(copy!._id)).toBeUndefined();
  });

  it('are for editors, about what agents found', async () => {
    expect(await review({ action: 'accept' }, rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
    expect(await review({ action: 'accept' }, rules.stranger).catch(code)).toBe('NOT_FOUND');
    const { _id: id } = await annotate(rules.colleague);
    await expect(review({ id, action: 'accept' })).rejects.toMatchObject({ reason: 'not_an_agents' });
  });

  it.each([
    ['an action nobody knows', { action: 'approve' }],
    ['a copy without the form of an id', { action: 'accept', copyId: 'x' }],
    ['an outline off the page', { action: 'accept', shape: { ...SHAPE, centerX: 5000 } }],
    ['a reason of 501 characters', { action: 'reject', reason: 'x'.repeat(501) }],
    ['a label of 501 characters', { action: 'accept', content: 'x'.repeat(501) }],
  ])('refuse %s', async (_, input) => {
    expect(await review(input).catch(code)).toBe('INVALID_ARGUMENT');
  });
});
