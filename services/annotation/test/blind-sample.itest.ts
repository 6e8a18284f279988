import { outcomeOf, eventually } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { blindSheetEvents, type BlindSample } from '@symbio/proto/annotation';
import { documentEvents, Document, type Page } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { isChosen } from '../src/blind/chosen.js';
import {
  admin,
  AGENT,
  annotations,
  apiKey,
  begin,
  draw,
  editor,
  ellipse,
  events,
  idsOnPage,
  page,
  project,
  stranger,
  viewer,
} from './service-under-test.js';

const PERCENT = 20;

const set = async (percent: number, by = editor): Promise<BlindSample> =>
  (await annotations.setBlindSample({ projectId: project, percent }, await callAs(by))).sample!;
const statusOf = async ({ id: pageId }: Page): Promise<string> =>
  (await annotations.getBlindSheet({ pageId }, await callAs(viewer))).sheet!.status;
const mark = async ({ id: pageId }: Page, by = editor) =>
  (await annotations.markBlindSheet({ pageId }, await callAs(by))).sheet!;
const outcome = async (id: string, by = admin) => outcomeOf(annotations.getAnnotation({ id }, await callAs(by)));

/** A page in the sample of 20 %, of a document of its own. */
function blindPage(isBlind = true): Page {
  let id = newId();
  while (isChosen(project, id, PERCENT) !== isBlind) id = newId();
  return page({ id, documentId: newId(), metadata: { pageType: 'sanborn_map', year: 1926 } as never });
}

beforeEach(async () => {
  await set(PERCENT);
});

describe('A blind sample', () => {
  it('is set by people who edit the project, from 0 to 50 percent', async () => {
    expect(await set(5)).toMatchObject({ projectId: project, percent: 5, authorName: 'Ann Editor' });
    for (const [by, code] of [
      [viewer, 'PERMISSION_DENIED'],
      [apiKey, 'PERMISSION_DENIED'],
      [stranger, 'NOT_FOUND'],
    ] as const)
      expect(await outcomeOf(set(0, by))).toBe(code);
    for (const percent of [-1, 51]) expect(await outcomeOf(set(percent))).toBe('INVALID_ARGUMENT');
  });

  it('holds back what agents propose on its sheets, and nothing else', async () => {
    const [blind, other] = [blindPage(), blindPage(false)];
    expect([await statusOf(blind), await statusOf(other)]).toEqual(['blind', 'not_blind']);
    const held = await draw(apiKey, blind);
    expect(held).toMatchObject({ heldBack: true, content: 'label' });
    expect(await draw(apiKey, other)).toMatchObject({ heldBack: false });
    expect(await draw(editor, blind)).toMatchObject({ heldBack: false });
    expect(await idsOnPage(blind.id)).not.toContain(held.id);
    expect(await idsOnPage(other.id)).toHaveLength(1);
  });

  it('keeps a proposal from every read, decision and count, for the agent as well, until its sheet is marked', async () => {
    const blind = blindPage();
    const run = await begin();
    const held = await draw(apiKey, blind, { runId: run.id });
    for (const by of [admin, editor, viewer, apiKey]) {
      expect(await outcome(held.id, by)).toBe('NOT_FOUND');
      const by_ = await callAs(by);
      for (const filter of [
        { documentPageId: blind.id },
        { documentId: blind.documentId },
        { runId: run.id },
        { projectId: project, ids: [held.id] },
      ])
        expect((await annotations.listAnnotations(filter, by_)).annotations).toEqual([]);
    }
    const asEditor = await callAs(editor);
    expect((await annotations.getRun({ id: run.id }, asEditor)).run).toMatchObject({ annotationCount: 0 });
    for (const call of [
      () => annotations.reviewAnnotation({ id: held.id, action: 'accept' }, asEditor),
      () => annotations.showProposal({ id: held.id, shown: true }, asEditor),
      () => annotations.restoreAnnotation({ id: held.id }, asEditor),
    ])
      expect(await outcomeOf(call())).toBe('NOT_FOUND');
    expect((await annotations.reviewRun({ id: run.id, action: 'accept' }, asEditor)).decidedIds).toEqual([]);
    await mark(blind);
    expect(await outcome(held.id)).toBe('OK');
    expect((await annotations.getRun({ id: run.id }, asEditor)).run).toMatchObject({ annotationCount: 1 });
    expect(await draw(apiKey, blind)).toMatchObject({ heldBack: false });
  });

  it('publishes a proposal when it is shown, and before only its deletion, without contents', async () => {
    const blind = blindPage();
    const [held, given] = [await draw(apiKey, blind), await draw(apiKey, blind, { content: 'GAS HOLDER' })];
    await annotations.updateAnnotation({ id: held.id, content: 'OAK ST.' }, await callAs(apiKey));
    await annotations.deleteAnnotation({ id: given.id }, await callAs(apiKey));
    await mark(blind);
    await eventually(() => expect(events.verbsOf(held.id)).toEqual(['created']));
    await eventually(() => expect(events.verbsOf(given.id)).toEqual(['deleted']));
    expect(events.of(held.id)[0]?.data).toMatchObject({ annotation: { content: 'OAK ST.' } });
    const [deleted] = events.of(given.id);
    for (const field of ['content', 'ellipse']) expect(deleted?.data).not.toHaveProperty(`annotation.${field}`);
    expect(deleted?.data).toHaveProperty('annotation.id', given.id);
  });

  it('is deaf to repeats: the same creation and the same mark change nothing', async () => {
    const blind = blindPage();
    const id = newId();
    const [first, again] = [await draw(apiKey, blind, { id }), await draw(apiKey, blind, { id })];
    expect(again).toMatchObject({ id: first.id, heldBack: true });
    const [marked, repeated] = [await mark(blind), await mark(blind, admin)];
    expect(repeated).toEqual(marked);
    expect(marked).toMatchObject({ status: 'marked', authorName: 'Ann Editor', marks: 0 });
  });

  it('has no sheets that people saw proposals on, and lets only people who edit mark', async () => {
    await set(0);
    const seen = blindPage();
    await draw(apiKey, seen);
    await set(PERCENT);
    expect(await statusOf(seen)).toBe('not_blind');
    expect(await draw(apiKey, seen)).toMatchObject({ heldBack: false });
    expect(await outcomeOf(mark(seen))).toBe('FAILED_PRECONDITION');
    const blind = blindPage();
    expect(await outcomeOf(mark(blind, viewer))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(mark(blind, apiKey))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(mark(blind, stranger))).toBe('NOT_FOUND');
  });

  it('shows what it held back on sheets that leave it, without counting them', async () => {
    const blind = blindPage();
    const held = await draw(apiKey, blind);
    await set(0);
    expect(await idsOnPage(blind.id)).toEqual([held.id]);
    await set(PERCENT);
    expect(await statusOf(blind)).toBe('not_blind');
  });

  it('removes what an undone run proposed, so that it is never shown', async () => {
    const blind = blindPage();
    const run = await begin();
    const held = await draw(apiKey, blind, { runId: run.id });
    await annotations.undoRun({ id: run.id }, await callAs(apiKey));
    await mark(blind);
    expect(await outcome(held.id)).toBe('NOT_FOUND');
  });

  it('shows what an interrupted call left held back', async () => {
    const blind = blindPage();
    const held = await draw(apiKey, blind);
    await events.publish(blindSheetEvents.marked, { entityId: blind.id, scope: project, data: {} });
    await eventually(async () => expect(await outcome(held.id)).toBe('OK'));
  });
});

describe('Blind recall', () => {
  const recall = async (groupBy = '') => {
    const { rows } = await annotations.getScorecard(
      { projectId: project, authorId: AGENT, groupBy },
      await callAs(viewer),
    );
    return rows.map(({ group, blindRecall }) => ({ group, ...blindRecall }));
  };

  it('counts the marks that people drew before, and those that proposals of the agent overlap', async () => {
    const before = (await recall())[0] ?? { marks: 0, found: 0 };
    const blind = blindPage();
    await draw(apiKey, blind, { shape: ellipse({ centerX: 100 }) });
    await draw(apiKey, blind, { shape: ellipse({ centerX: 800 }) });
    for (const centerX of [110, 400]) await draw(editor, blind, { shape: ellipse({ centerX }) });
    // another sheet of the document, on which the agent finds nothing
    const missed = blindPage();
    missed.documentId = blind.documentId;
    await draw(editor, missed);
    expect(await mark(missed)).toMatchObject({ marks: 1 });
    expect(await mark(blind)).toMatchObject({ marks: 2 });
    await draw(editor, blind, { shape: ellipse({ centerX: 800 }) });
    expect(await recall()).toMatchObject([{ marks: (before.marks ?? 0) + 3, found: (before.found ?? 0) + 1 }]);
    expect((await recall('decade')).find(({ group }) => group === '1920')).toMatchObject({
      found: expect.any(Number) as number,
    });
    expect((await recall('land_use')).every((row) => !('marks' in row))).toBe(true);
  });

  it('leaves out sheets of deleted documents', async () => {
    const blind = blindPage();
    await draw(apiKey, blind);
    await draw(editor, blind);
    const { marks = 0 } = (await recall())[0] ?? {};
    await mark(blind);
    expect(await recall()).toMatchObject([{ marks: marks + 1 }]);
    const data = { document: Document.fromPartial({ id: blind.documentId, purgeAt: new Date() }) };
    await events.publish(documentEvents.deleted, { entityId: blind.documentId, scope: project, data });
    await eventually(async () => expect(await recall()).toMatchObject([{ marks }]));
  });
});
