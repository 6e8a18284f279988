import { newId, serviceActor, type Actor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { AnnotationEvent, type Annotation, type CreateAnnotationRequest } from '@symbio/proto/annotation';
import { pageEvents } from '@symbio/proto/document';
import {
  AGENT,
  admin,
  annotations,
  apiKey,
  clock,
  documentId,
  draw,
  editor,
  ellipse,
  events,
  idsOnPage,
  mongo,
  otherProject,
  page,
  peers,
  project,
  rectangle,
  stranger,
  viewer,
} from './service-under-test.js';

describe('Making an annotation', () => {
  it('stores outline and author, and takes the project from the page (DATA-10, ANN-01)', async () => {
    const on = page();
    const made = await draw(editor, on);
    expect(made).toMatchObject({
      projectId: project,
      documentId,
      documentPageId: on.id,
      shape: ellipse(),
      authorId: editor.authorId,
      authorType: 'human',
      authorName: 'Ann Editor',
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
    const { annotation } = await annotations.getAnnotation({ id: made.id }, await callAs(viewer));
    expect(annotation).toEqual(made);
  });

  it('takes rectangles, too (API-16)', async () => {
    expect((await draw(editor, page(), { shape: rectangle })).shape).toEqual(rectangle);
  });

  it('publishes the whole annotation', async () => {
    const made = await draw();
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created']));
    const [event] = events.of(made.id);
    expect(AnnotationEvent.fromJSON(event?.data)).toEqual({ annotation: made });
    expect(event).toMatchObject({ rev: 1, scope: project, actor: { sub: editor.sub, authorId: editor.authorId } });
  });

  it('returns the existing one to a repeat, without an event (ANN-11)', async () => {
    const on = page();
    const id = newId();
    const first = await draw(editor, on, { id });
    clock.advance(1000);
    expect(await draw(editor, on, { id })).toEqual(first);
    expect(await outcomeOf(draw(editor, on, { id, shape: rectangle }))).toBe('FAILED_PRECONDITION');
    await Promise.all([1, 2, 3].map(() => draw(editor, on, { id })));
    expect(await idsOnPage(on.id)).toEqual([id]);
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created']));
  });

  it('may name an AI agent as author for API keys and managers of agents only (DATA-13, OP-24)', async () => {
    const byAgent = { authorId: AGENT, authorType: 'ai_agent', authorName: 'Sanborn Reader 1.2' };
    expect(await draw(apiKey)).toMatchObject(byAgent);
    expect(await draw(admin, page(), { authorId: AGENT })).toMatchObject(byAgent);
    expect(await draw(serviceActor('feature'), page(), { authorId: AGENT })).toMatchObject(byAgent);
    expect(await outcomeOf(draw(editor, page(), { authorId: AGENT }))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(draw(admin, page(), { authorId: editor.authorId }))).toBe('PERMISSION_DENIED');
    await expect(draw(apiKey, page(), { authorId: newId() })).rejects.toMatchObject({
      fields: { author_id: 'Author not found' },
    });
  });
});

describe('Changing an annotation', () => {
  it('moves and renames it (ANN-05, OP-25)', async () => {
    const made = await draw();
    clock.advance(1000);
    const shape = ellipse({ centerX: 700 });
    const request = { id: made.id, shape, content: 'buried tank' };
    const { annotation } = await annotations.updateAnnotation(request, await callAs(editor));
    expect(annotation).toEqual({ ...made, shape, content: 'buried tank', updatedAt: clock.now() });
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'changed']));
  });

  it("leaves an AI agent's annotation to its author, API keys and those who manage agents (OP-24)", async () => {
    const outcomes = async (by: Actor): Promise<string[]> => {
      const { id } = await draw(apiKey);
      const call = await callAs(by);
      return [
        await outcomeOf(annotations.updateAnnotation({ id, shape: ellipse({ theta: 1 }) }, call)),
        await outcomeOf(annotations.deleteAnnotation({ id }, call)),
      ];
    };
    expect(await outcomes(editor)).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED']);
    for (const allowed of [apiKey, admin, serviceActor('feature')])
      expect(await outcomes(allowed)).toEqual(['OK', 'OK']);
  });

  it('loses no change when many come at once', async () => {
    const { id } = await draw();
    const call = await callAs(editor);
    const contents = ['one', 'two', 'three', 'four'];
    await Promise.all(contents.map((content) => annotations.updateAnnotation({ id, content }, call)));
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'changed', 'changed', 'changed', 'changed']));
    expect(events.of(id).map(({ rev }) => rev)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('A polygon', () => {
  it('is kept, listed and published with all its corners, and refused where its edges cross (API-16, DATA-12)', async () => {
    const on = page();
    const call = await callAs(editor);
    const corners = (...points: [number, number][]): CreateAnnotationRequest['shape'] => ({
      $case: 'polygon',
      value: { points: points.map(([x, y]) => ({ x, y })) },
    });
    const of = { documentPageId: on.id, documentId: on.documentId, authorId: undefined };
    const shape = corners([10, 10], [200.5, 10], [200.5, 90], [10, 90]);
    const { annotation } = await annotations.createAnnotation({ ...of, shape }, call);
    expect((await annotations.listAnnotations({ documentPageId: on.id }, call)).annotations).toMatchObject([{ shape }]);
    const id = annotation?.id ?? '';
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created']));
    const bow = corners([10, 10], [200, 90], [200, 10], [10, 200]);
    await expect(annotations.updateAnnotation({ id, shape: bow }, call)).rejects.toMatchObject({
      fields: { 'coordinates.points': 'The edges of a polygon must not cross' },
    });
  });
});

describe('Deleting an annotation', () => {
  it('hides it from everybody, and is published (ANN-06)', async () => {
    const on = page();
    const { id } = await draw(editor, on);
    await annotations.deleteAnnotation({ id }, await callAs(editor));
    const call = await callAs(editor);
    expect(await outcomeOf(annotations.getAnnotation({ id }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(annotations.updateAnnotation({ id, content: 'x' }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(annotations.deleteAnnotation({ id }, call))).toBe('NOT_FOUND');
    expect(await idsOnPage(on.id)).toEqual([]);
    const paged = { documentPageId: on.id, paging: { page: 1, perPage: 10 } };
    expect((await annotations.listAnnotations(paged, call)).pageInfo?.count).toBe(0);
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'deleted']));
  });

  it('is permanent after 30 days, by a TTL index', async () => {
    const { id } = await draw();
    await annotations.deleteAnnotation({ id }, await callAs(editor));
    const rows = mongo.collection('annotations');
    const row = await rows.findOne({ _id: id as never });
    expect((row!['purgeAt'] as Date).getTime() - clock.now().getTime()).toBe(30 * 86_400_000);
    const expiring = (await rows.indexes()).find(({ key }) => 'purgeAt' in key);
    expect(expiring).toMatchObject({ expireAfterSeconds: 0 });
  });
});

describe('Restoring a deleted annotation', () => {
  const restore = async (id: string, by: Actor = editor): Promise<Annotation> =>
    (await annotations.restoreAnnotation({ id }, await callAs(by))).annotation!;

  it('brings the same one back, says by whom and when, and is published', async () => {
    const on = page();
    const made = await draw(admin, on);
    clock.advance(1000);
    const deletedAt = clock.now();
    await annotations.deleteAnnotation({ id: made.id }, await callAs(admin));
    clock.advance(1000);
    const back = await restore(made.id);
    const { authorId, name } = editor;
    expect(back).toEqual({
      ...made,
      updatedAt: clock.now(),
      restorations: [
        {
          deletedById: admin.authorId,
          deletedByName: admin.name,
          deletedAt,
          restoredById: authorId,
          restoredByName: name,
          restoredAt: clock.now(),
        },
      ],
    });
    expect(await idsOnPage(on.id)).toEqual([made.id]);
    expect((await annotations.getAnnotation({ id: made.id }, await callAs(viewer))).annotation).toEqual(back);
    // a repeat returns it unchanged
    expect(await restore(made.id)).toEqual(back);
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'deleted', 'restored']));
    await annotations.deleteAnnotation({ id: made.id }, await callAs(editor));
    expect((await restore(made.id)).restorations).toHaveLength(2);
  });

  it("brings an AI agent's back under the agent's name with the decisions about it, for those who may delete it (OP-24)", async () => {
    const found = await draw(apiKey);
    const rejection = { id: found.id, action: 'reject', reason: 'A cistern' };
    await annotations.reviewAnnotation(rejection, await callAs(editor));
    await annotations.deleteAnnotation({ id: found.id }, await callAs(apiKey));
    expect(await outcomeOf(restore(found.id))).toBe('PERMISSION_DENIED');
    expect(await restore(found.id, admin)).toMatchObject({
      authorId: AGENT,
      authorType: 'ai_agent',
      decisions: [{ verdict: 'rejected', reason: 'A cistern' }],
    });
  });

  it('is for what people deleted: not for what went with its page, nor for the copy of an undone decision', async () => {
    expect(await outcomeOf(restore(newId()))).toBe('NOT_FOUND');
    const on = page({ id: newId() });
    const [before, kept] = [await draw(editor, on), await draw(editor, on)];
    await annotations.deleteAnnotation({ id: before.id }, await callAs(editor));
    peers.pages.delete(on.id);
    await events.publish(pageEvents.deleted, { entityId: on.id, scope: project });
    await eventually(() => expect(events.verbsOf(kept.id)).toEqual(['created', 'deleted']));
    for (const { id } of [before, kept]) expect(await outcomeOf(restore(id))).toBe('NOT_FOUND');
    await eventually(async () =>
      expect(await mongo.collection('annotations').countDocuments({ documentPageId: on.id })).toBe(0),
    );

    const found = await draw(apiKey);
    const accepted = await annotations.reviewAnnotation({ id: found.id, action: 'accept' }, await callAs(editor));
    const copyId = accepted.copy!.id;
    await annotations.deleteAnnotation({ id: copyId }, await callAs(editor));
    expect((await restore(copyId)).derivedFrom).toBe(found.id);
    await annotations.deleteAnnotation({ id: copyId }, await callAs(editor));
    await annotations.reviewAnnotation({ id: found.id, action: 'undo' }, await callAs(editor));
    expect(await outcomeOf(restore(copyId))).toBe('NOT_FOUND');
  });
});

describe('A page with a picture of another size', () => {
  it('takes its annotations with it, with history and event, also deleted ones', async () => {
    const on = page({ status: 'ready' });
    const [kept, deleted] = [await draw(editor, on), await draw(editor, on)];
    await annotations.deleteAnnotation({ id: deleted.id }, await callAs(editor));
    const change = { at: clock.now(), fromWidth: 1000, fromHeight: 800, toWidth: 2000, toHeight: 2400 };
    const next = { ...on, width: 2000, height: 2400, pictureChanges: [change] };
    peers.pages.set(on.id, next);
    await events.publish(pageEvents.ready, { entityId: on.id, scope: project, data: { page: next } });
    await eventually(() => expect(events.verbsOf(kept.id)).toEqual(['created', 'changed']));
    const { annotation } = await annotations.getAnnotation({ id: kept.id }, await callAs(editor));
    expect(annotation).toMatchObject({
      shape: ellipse({ centerX: 1000, centerY: 1200, radiusX: 60, radiusY: 60 }),
      pictureMoves: [{ fromWidth: 1000, toHeight: 2400, shape: ellipse() }],
    });
    await eventually(async () => {
      const { annotation: back } = await annotations.restoreAnnotation({ id: deleted.id }, await callAs(editor));
      expect(back?.shape).toMatchObject({ value: { centerY: 1200 } });
    });
  });
});

describe('Annotations in lists', () => {
  it('come by page, by document and by author, oldest first (API-10)', async () => {
    const doc = newId();
    const author = newId();
    const writer = person({ authorId: author });
    peers.roles.set(`${writer.sub}/${project}`, 'editor');
    const [first, second] = [page({ documentId: doc }), page({ documentId: doc })];
    const made: string[] = [];
    for (const [by, on] of [
      [writer, first],
      [editor, first],
      [writer, second],
    ] as const) {
      clock.advance(1000);
      made.push((await draw(by, on)).id);
    }
    const ids = async (filter: object): Promise<string[]> =>
      (await annotations.listAnnotations(filter, await callAs(viewer))).annotations.map(({ id }) => id);
    expect(await ids({ documentPageId: first.id })).toEqual([made[0], made[1]]);
    expect(await ids({ documentId: doc })).toEqual(made);
    expect(await ids({ authorId: author })).toEqual([made[0], made[2]]);
    expect(await ids({ documentId: doc, authorId: author, documentPageId: second.id })).toEqual([made[2]]);
    expect(await ids({ documentPageId: page().id })).toEqual([]);
    await expect(ids({ documentPageId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { document_page_id: 'Page not found' },
    });
  });

  it('come in slices when asked for, with the number of all', async () => {
    const on = page();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      clock.advance(1000);
      made.push((await draw(editor, on)).id);
    }
    const slice = async (page: number) =>
      annotations.listAnnotations({ documentPageId: on.id, paging: { page, perPage: 2 } }, await callAs(viewer));
    const third = await slice(3);
    expect(third.annotations.map(({ id }) => id)).toEqual([made[4]]);
    expect(third.pageInfo).toEqual({ page: 3, perPage: 2, totalPages: 3, count: 5 });
    expect((await slice(1)).annotations.map(({ id }) => id)).toEqual(made.slice(0, 2));
  });

  it('are only those of projects the caller may see (AUTH-37)', async () => {
    const author = newId();
    const writer = person({ authorId: author });
    peers.authors.set(author, { authorType: 'human', displayName: 'Writer' });
    for (const each of [project, otherProject]) peers.roles.set(`${writer.sub}/${each}`, 'editor');
    const here = await draw(writer, page());
    const there = await draw(writer, page({ projectId: otherProject }));
    const ids = async (by: Actor): Promise<string[]> => {
      const paging = { page: 1, perPage: 10 };
      const answer = await annotations.listAnnotations({ authorId: author, paging }, await callAs(by));
      expect(answer.pageInfo?.count).toBe(answer.annotations.length);
      return answer.annotations.map(({ id }) => id).sort();
    };
    expect(await ids(viewer)).toEqual([here.id]);
    expect(await ids(admin)).toEqual([here.id, there.id].sort());
    expect(await ids(stranger)).toEqual([]);
  });
});
