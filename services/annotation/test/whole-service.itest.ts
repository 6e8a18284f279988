import { AppError, newId, serviceActor, type Actor, type AppErrorCode } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { queryPlans } from '@symbio/mongo/testing';
import {
  annotationEvents,
  CreateAnnotationRequest,
  RunEvent,
  runEvents,
  type Annotation,
  type AnnotationServiceService,
} from '@symbio/proto/annotation';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import {
  AGENT,
  admin,
  annotations,
  apiKey,
  begin,
  clock,
  config,
  documentId,
  draw,
  editor,
  events,
  idsOnPage,
  mongo,
  page,
  peers,
  project,
  rectangle,
  viewer,
} from './service-under-test.js';

describe("Reviewing an AI agent's annotation", () => {
  const other = person({ name: 'Bob Reviewer' });
  beforeAll(() => peers.roles.set(`${other.sub}/${project}`, 'editor'));
  type Request = Parameters<typeof annotations.reviewAnnotation>[0];
  const review = async (request: Request, by: Actor = editor) =>
    annotations.reviewAnnotation(request, await callAs(by));
  const read = async (id: string) => (await annotations.getAnnotation({ id }, await callAs(viewer))).annotation!;

  it("accepting makes the person's own annotation, which points at the agent's, and says who decided when", async () => {
    const found = await draw(apiKey, page(), { content: 'GAS HOLDER' });
    const copyId = newId();
    const { annotation, copy } = await review({ id: found.id, action: 'accept', copyId });
    expect(copy).toMatchObject({
      id: copyId,
      derivedFrom: found.id,
      authorId: editor.authorId,
      authorType: 'human',
      content: 'GAS HOLDER',
      shape: found.shape,
      documentPageId: found.documentPageId,
    });
    expect(annotation).toMatchObject({ authorType: 'ai_agent', authorId: AGENT, shape: found.shape });
    expect(annotation!.decisions).toEqual([
      {
        verdict: 'accepted',
        reason: '',
        copyId,
        authorId: editor.authorId,
        authorName: 'Ann Editor',
        decidedAt: clock.now(),
        ...{ reasonCode: '', shownAt: undefined },
      },
    ]);
    await eventually(() =>
      expect([events.verbsOf(found.id), events.verbsOf(copyId)]).toEqual([['created', 'reviewed'], ['created']]),
    );
    // the response may be lost and the call repeated
    expect(await review({ id: found.id, action: 'accept', copyId })).toEqual({ annotation, copy });
    const other = review({ id: found.id, action: 'accept', copyId, content: 'Something else' });
    await expect(other).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
  });

  it('of two people who accept at once one is first, and no copy of the other stays', async () => {
    const on = page();
    const found = await draw(apiKey, on);
    const outcomes = await Promise.all(
      [editor, other].map(async (by) => outcomeOf(review({ id: found.id, action: 'accept', copyId: newId() }, by))),
    );
    expect(outcomes.sort()).toEqual(['FAILED_PRECONDITION', 'OK']);
    const { decisions } = await read(found.id);
    expect(decisions).toHaveLength(1);
    expect((await idsOnPage(on.id)).sort()).toEqual([found.id, decisions[0]!.copyId].sort());
  });

  it('what a crash left of an undone decision goes by its event', async () => {
    const found = await draw(apiKey);
    const { copy } = await review({ id: found.id, action: 'accept' });
    const undone = { verdict: 'undone', reason: '', copyId: '', authorId: '', authorName: '', at: clock.now() };
    await mongo
      .collection('annotations')
      .updateOne({ _id: found.id as never }, { $push: { decisions: undone as never } });
    await events.publish(annotationEvents.reviewed, { entityId: found.id, scope: project, rev: 3 });
    await eventually(async () =>
      expect(await outcomeOf(annotations.getAnnotation({ id: copy!.id }, await callAs(viewer)))).toBe('NOT_FOUND'),
    );
  });
});

describe('When a page, document or project is deleted', () => {
  it('nothing goes by an event alone: not while its owner still has the page and the document', async () => {
    const ids = { page: newId(), document: newId() };
    const on = page({ id: ids.page, documentId: ids.document });
    const { id } = await draw(editor, on);
    for (const type of [documentEvents.deleted, documentEvents.erased])
      await events.publish(type, { entityId: ids.document, scope: project });
    await events.publish(pageEvents.deleted, { entityId: ids.page, scope: project });
    // another page's later events are handled, so these are too
    const after = page({ id: newId() });
    const other = await draw(editor, after);
    peers.pages.delete(after.id);
    await events.publish(pageEvents.deleted, { entityId: after.id, scope: project });
    await eventually(() => expect(events.verbsOf(other.id)).toEqual(['created', 'deleted']));
    expect(events.verbsOf(id)).toEqual(['created']);
    expect(await idsOnPage(ids.page)).toEqual([id]);
  });

  it.each(['page', 'document', 'project'] as const)(
    'the annotations of a deleted %s go, each with its event',
    async (what) => {
      const ids = { page: newId(), document: newId(), project: newId() };
      peers.roles.set(`${editor.sub}/${ids.project}`, 'editor');
      const on = page({ id: ids.page, documentId: ids.document, projectId: ids.project });
      const gone = [(await draw(editor, on)).id, (await draw(editor, on)).id];
      const kept = await draw();
      const publishDeleted = {
        page: () => events.publish(pageEvents.deleted, { entityId: ids.page, scope: ids.project }),
        document: () => events.publish(documentEvents.deleted, { entityId: ids.document, scope: ids.project }),
        project: () => events.publish(projectEvents.deleted, { entityId: ids.project, scope: ids.project }),
      }[what];
      if (what !== 'project') peers.pages.delete(on.id);
      await publishDeleted();
      await eventually(() =>
        expect(gone.map((id) => events.verbsOf(id))).toEqual([
          ['created', 'deleted'],
          ['created', 'deleted'],
        ]),
      );
      const left = () => mongo.collection('annotations').countDocuments({ documentPageId: on.id, deletedAt: null });
      expect(await left()).toBe(0);
      expect(events.verbsOf(kept.id)).toEqual(['created']);
      // the event may be redelivered
      await publishDeleted();
      // an annotation drawn on a page just before its deletion is removed too
      await eventually(async () => expect(await outcomeOf(draw(editor, on))).toBe('NOT_FOUND'));
      expect(await left()).toBe(0);
    },
  );
});

describe('Runs of AI agents', () => {
  it('publish events, group their annotations, and are undone as a whole', async () => {
    const run = await begin({ metadata: { model: 'reader', sheets: [1, 2] } });
    expect((await annotations.getRun({ id: run.id }, await callAs(viewer))).run).toEqual(run);
    const on = page();
    const item = { documentPageId: on.id, documentId, shape: rectangle, runId: run.id };
    const items = Array.from({ length: 300 }, () => CreateAnnotationRequest.fromPartial(item));
    const { results } = await annotations.createAnnotations({ items, allOrNothing: true }, await callAs(apiKey));
    const ids = results.map(({ outcome }) => (outcome?.$case === 'annotation' ? outcome.value.id : ''));
    await eventually(() => expect(events.verbsOf(ids[299]!)).toEqual(['created']));
    const list = await annotations.listAnnotations({ runId: run.id }, await callAs(viewer));
    expect(list.annotations.map((each) => each.id).sort()).toEqual(ids.sort());
    expect((await annotations.getRun({ id: run.id }, await callAs(viewer))).run?.annotationCount).toBe(300);

    clock.advance(1000);
    const answer = await annotations.undoRun({ id: run.id }, await callAs(apiKey));
    expect(answer.deletedCount).toBe(300);
    expect(answer.run).toEqual({
      ...run,
      status: 'undone',
      updatedAt: clock.now(),
      undoneAt: clock.now(),
      undoneById: AGENT,
      undoneByName: 'Sanborn Reader',
    });
    expect(await idsOnPage(on.id)).toEqual([]);
    await eventually(() => {
      expect(events.verbsOf(run.id)).toEqual(['created', 'undone']);
      expect(ids.filter((id) => events.verbsOf(id).join() !== 'created,deleted')).toEqual([]);
    });
    expect(RunEvent.fromJSON(events.of(run.id)[1]?.data).run).toEqual(answer.run);
  });

  it('that a crash left half undone are finished by the event', async () => {
    const run = await begin();
    const found = await draw(apiKey, page(), { runId: run.id });
    const undone = { status: 'undone', undoneAt: clock.now(), undoneById: AGENT, undoneByName: 'Sanborn Reader' };
    await mongo.collection('runs').updateOne({ _id: run.id as never }, { $set: undone });
    await events.publish(runEvents.undone, { entityId: run.id, scope: project, rev: 2 });
    await eventually(() => expect(events.verbsOf(found.id)).toEqual(['created', 'deleted']));
  });

  it('go with their project', async () => {
    const projectId = newId();
    peers.roles.set(`${apiKey.sub}/${projectId}`, 'editor');
    const run = await begin({ projectId });
    await events.publish(projectEvents.deleted, { entityId: projectId, scope: projectId });
    await eventually(async () =>
      expect(await outcomeOf(annotations.getRun({ id: run.id }, await callAs(apiKey)))).toBe('NOT_FOUND'),
    );
  });
});

describe('Dry runs', () => {
  it('write and publish nothing', async () => {
    const on = page();
    const there = await draw(editor, on);
    const call = await callAs(editor);
    const request = { documentPageId: on.id, documentId, shape: rectangle, dryRun: true };
    expect((await annotations.createAnnotation(request, call)).annotation).toMatchObject({ shape: rectangle });
    const items = [CreateAnnotationRequest.fromPartial(request)];
    expect((await annotations.createAnnotations({ items, dryRun: true }, call)).results).toHaveLength(1);
    const changed = await annotations.updateAnnotation({ id: there.id, content: 'tank', dryRun: true }, call);
    expect(changed.annotation?.content).toBe('tank');
    await annotations.deleteAnnotation({ id: there.id, dryRun: true }, call);
    expect((await annotations.listAnnotations({ documentPageId: on.id }, call)).annotations).toEqual([there]);
    // events of a row are ordered: nothing came before this one
    await annotations.deleteAnnotation({ id: there.id }, call);
    await eventually(() => expect(events.verbsOf(there.id)).toEqual(['created', 'deleted']));
  });
});

// people are tried by gateway/test/access
describe('Access to the annotation service by programs', () => {
  const callers: Record<string, () => Promise<CallParent>> = {
    agentKey: () => callAs(apiKey),
    service: () => callAs(serviceActor('feature')),
  };
  type Call = (parent: CallParent, there: Annotation) => Promise<unknown>;
  const calls = {
    createAnnotation: (parent, { documentPageId }) =>
      annotations.createAnnotation({ documentPageId, documentId, shape: rectangle, authorId: undefined }, parent),
    updateAnnotation: (parent, { id }) => annotations.updateAnnotation({ id, content: newId() }, parent),
    deleteAnnotation: (parent, { id }) => annotations.deleteAnnotation({ id }, parent),
    restoreAnnotation: async (parent, { id }) => {
      await annotations.deleteAnnotation({ id }, await callAs(editor));
      return annotations.restoreAnnotation({ id }, parent);
    },
    reviewAnnotation: async (parent) =>
      annotations.reviewAnnotation({ id: (await draw(apiKey)).id, action: 'accept' }, parent),
    createAnnotations: async (parent, { documentPageId }) => {
      const item = CreateAnnotationRequest.fromPartial({ documentPageId, documentId, shape: rectangle });
      const { results } = await annotations.createAnnotations({ items: [item] }, parent);
      const outcome = results[0]?.outcome;
      if (outcome?.$case !== 'refusal') return;
      const { status, reason, message } = outcome.value;
      throw new AppError(status as AppErrorCode, reason, message);
    },
    createRun: (parent) => annotations.createRun({ projectId: project, name: 'A run' }, parent),
    finishRun: async (parent) => annotations.finishRun({ id: (await begin()).id }, parent),
    undoRun: async (parent) => annotations.undoRun({ id: (await begin()).id }, parent),
    reviewRun: async (parent) => annotations.reviewRun({ id: (await begin()).id, action: 'accept' }, parent),
  } satisfies Partial<Record<keyof typeof AnnotationServiceService, Call>>;
  const [NO, OK, WHO] = ['PERMISSION_DENIED', 'OK', 'INVALID_ARGUMENT'];
  // an internal service has no author and must name one
  it.each([
    //                    agentKey service
    ['createAnnotation', [OK, WHO]],
    ['updateAnnotation', [NO, OK]],
    ['deleteAnnotation', [NO, OK]],
    ['restoreAnnotation', [NO, OK]],
    // programs cannot accept an agent's annotation
    ['reviewAnnotation', [NO, NO]],
    ['createAnnotations', [OK, WHO]],
    ['createRun', [OK, WHO]],
    // the run belongs to an agent
    ['finishRun', [OK, OK]],
    ['undoRun', [OK, OK]],
    ['reviewRun', [NO, NO]],
  ] as const)('%s', async (name, expected) => {
    const outcomes: string[] = [];
    for (const caller of Object.values(callers))
      outcomes.push(await outcomeOf(calls[name](await caller(), await draw(editor))));
    expect(Object.fromEntries(Object.keys(callers).map((key, index) => [key, outcomes[index]]))).toEqual(
      Object.fromEntries(Object.keys(callers).map((key, index) => [key, expected[index]])),
    );
  });
});

describe('Every query of the annotation service', () => {
  it('is answered by an index, and no list needs sorting', async () => {
    const on = page();
    const { id } = await draw(editor, on);
    const run = await begin();
    await begin();
    for (const each of [on, on]) await draw(apiKey, each, { runId: run.id });
    // each is removed by a different parent, so each consumer finds something
    const elsewhere = newId();
    peers.roles.set(`${editor.sub}/${elsewhere}`, 'editor');
    const marks = {
      page: await draw(),
      document: await draw(editor, page({ documentId: newId() })),
      project: await draw(editor, page({ projectId: elsewhere })),
    };
    const plans = await queryPlans(config, async () => {
      for (const call of [await callAs(viewer), await callAs(admin)])
        for (const filter of [
          { documentPageId: on.id },
          { documentId },
          { authorId: editor.authorId },
          { projectId: project },
          { runId: run.id },
        ]) {
          await annotations.listAnnotations(filter, call);
          await annotations.listAnnotations({ ...filter, paging: { page: 1, perPage: 10 } }, call);
          const { pageInfo } = await annotations.listAnnotations({ ...filter, paging: { page: 1, perPage: 1 } }, call);
          const rest = {
            ...filter,
            updatedAfter: new Date(0),
            paging: { page: 0, perPage: 10, cursor: pageInfo?.nextCursor },
          };
          await annotations.listAnnotations(rest, call);
        }
      await annotations.listLabels({ projectId: project }, await callAs(viewer));
      for (const call of [await callAs(viewer), await callAs(admin)])
        for (const filter of [
          {},
          { projectId: project },
          { authorId: AGENT },
          { authorId: AGENT, projectId: project },
        ]) {
          await annotations.listRuns(filter, call);
          const { pageInfo } = await annotations.listRuns({ ...filter, paging: { page: 1, perPage: 1 } }, call);
          await annotations.listRuns(
            { ...filter, paging: { page: 0, perPage: 1, cursor: pageInfo?.nextCursor } },
            call,
          );
        }
      await annotations.getRun({ id: run.id }, await callAs(viewer));
      const persons = await annotations.createRun({ projectId: project, name: 'By hand' }, await callAs(editor));
      await draw(editor, on, { runId: persons.run!.id });
      await annotations.undoRun({ id: persons.run!.id }, await callAs(editor));
      await annotations.getAnnotation({ id }, await callAs(viewer));
      await annotations.deleteAnnotation({ id }, await callAs(editor));
      await annotations.restoreAnnotation({ id }, await callAs(editor));
      for (const mark of [marks.page, marks.document]) peers.pages.delete(mark.documentPageId);
      await events.publish(pageEvents.deleted, { entityId: marks.page.documentPageId, scope: project });
      await events.publish(documentEvents.deleted, { entityId: marks.document.documentId, scope: project });
      await events.publish(projectEvents.deleted, { entityId: elsewhere, scope: elsewhere });
      // each consumer has queried once they are gone
      for (const mark of Object.values(marks))
        await eventually(() => expect(events.verbsOf(mark.id)).toEqual(['created', 'deleted']));
    });
    const ours = plans.filter(({ collection }) => collection === 'annotations' || collection === 'runs');
    const sent = (method: string): number => ours.filter((plan) => plan.method === method && !plan.ofOutbox).length;
    // 40 lists of annotations, 24 of runs, and each consumer's query
    expect(sent('find')).toBeGreaterThanOrEqual(67);
    // no query asks for the set of projects
    expect(sent('distinct')).toBe(0);
    // one per slice, and the count of undone annotations
    expect(sent('countDocuments')).toBe(30 + 16 + 1);
    expect(sent('aggregate')).toBeGreaterThanOrEqual(24);
    expect(ours.filter(({ stages }) => stages.includes('COLLSCAN') || stages.includes('SORT'))).toEqual([]);
  });
});
