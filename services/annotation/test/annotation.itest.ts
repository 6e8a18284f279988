import {
  EVENTS_STREAM,
  connectBroker,
  connectClient,
  connectMongo,
  createLogger,
  createMetrics,
  newId,
  serviceActor,
  type Actor,
  type Broker,
  type CallParent,
  type ConnectedClient,
  type Connection,
  type EventEnvelope,
  type RunningService,
} from '@symbio/kit';
import {
  TestClock,
  administrator,
  callAs,
  eventually,
  forger,
  nobody,
  outcomeOf,
  person,
  queryPlans,
  testConfig,
} from '@symbio/kit/testing';
import { AnnotationEvent, AnnotationServiceService, type Annotation } from '@symbio/proto/annotation';
import { Page } from '@symbio/proto/document';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

// real servers on a machine that may be busy
const clock = new TestClock();
const config = testConfig('annotation');
const log = createLogger({ name: 'test', level: 'silent' });

let peers: Peers;
let service: RunningService;
let connected: ConnectedClient<typeof AnnotationServiceService>;
let annotations: typeof connected.client;
let broker: Broker;
let mongo: Connection;
const received: EventEnvelope[] = [];

const project = newId();
const otherProject = newId();
const documentId = newId();
const AGENT = newId();
const editor = person({ name: 'Ann Editor' });
const viewer = person();
const stranger = person();
const admin = administrator();
const apiKey = person({ via: 'api_key', authorId: AGENT, name: 'Sanborn Reader' });

const ellipse = (over: object = {}) =>
  ({ $case: 'ellipse', value: { centerX: 500, centerY: 400, radiusX: 30, radiusY: 20, theta: 0, ...over } }) as const;
const rectangle = { $case: 'rectangle', value: { x: 10, y: 20, width: 300, height: 200 } } as const;

/** A page of the project, known to the document service. */
function page(over: Partial<Page> = {}): Page {
  const made = Page.fromPartial({ id: newId(), documentId, projectId: project, width: 1000, height: 800, ...over });
  peers.pages.set(made.id, made);
  return made;
}

async function draw(
  by: Actor = editor,
  on = page(),
  over: Partial<Parameters<typeof annotations.createAnnotation>[0]> = {},
): Promise<Annotation> {
  const request = { documentPageId: on.id, documentId: on.documentId, shape: ellipse(), ...over };
  return (await annotations.createAnnotation(request, await callAs(by))).annotation!;
}

/** Verbs of what was published about an annotation, in order. */
const publishedOf = (id: string): string[] =>
  received.filter((event) => event.entityId === id).map((event) => event.subject.split('.')[5]!);

/** Says that something of another service is deleted. */
const publishDeleted = (subject: string, id: string): Promise<void> =>
  broker.publish(
    `symbio.evt.${subject}.deleted.${project}`,
    { id: newId(), entityId: id, scope: project, rev: 2, actor: {}, at: clock.now().toISOString(), data: {} },
    { id: newId() },
  );

const idsOnPage = async (id: string): Promise<string[]> =>
  (await annotations.listAnnotations({ documentPageId: id }, await callAs(editor))).annotations.map((each) => each.id);

beforeAll(async () => {
  peers = await startPeers();
  for (const [actor, role] of [
    [editor, 'editor'],
    [viewer, 'viewer'],
    [admin, 'admin'],
    [apiKey, 'editor'],
  ] as const)
    peers.roles.set(`${actor.sub}/${project}`, role);
  peers.roles.set(`${admin.sub}/${otherProject}`, 'admin');
  peers.authors.set(AGENT, { authorType: 'ai_agent', displayName: 'Sanborn Reader 1.2' });
  peers.authors.set(editor.authorId, { authorType: 'human', displayName: 'Ann Editor' });
  broker = await connectBroker(config.NATS_URL, 'test', log);
  await broker.ensureStream(EVENTS_STREAM);
  broker.watch('symbio.evt.annotation.v1.annotation.*.*', (_, body) => received.push(body as EventEnvelope));
  service = await start({ ...config, ...peers.settings }, { clock });
  connected = connectClient(AnnotationServiceService, { address: service.address, metrics: createMetrics('test') });
  annotations = connected.client;
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await peers.close();
  await mongo.close();
  await broker.drain();
});

describe('Making an annotation', () => {
  it('stores what was drawn, by whom, and takes the project from the page (DATA-10, ANN-01)', async () => {
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

  it('tells others with the whole annotation', async () => {
    const made = await draw();
    await eventually(() => expect(publishedOf(made.id)).toEqual(['created']));
    const event = received.find(({ entityId }) => entityId === made.id)!;
    expect(AnnotationEvent.fromJSON(event.data)).toEqual({ annotation: made });
    expect(event).toMatchObject({ rev: 1, scope: project, actor: { sub: editor.sub, authorId: editor.authorId } });
  });

  it('answers the one there is when it is asked for twice, and says so to nobody (ANN-11)', async () => {
    const on = page();
    const id = newId();
    const first = await draw(editor, on, { id });
    clock.advance(1000);
    expect(await draw(editor, on, { id, shape: rectangle })).toEqual(first);
    await Promise.all([1, 2, 3].map(() => draw(editor, on, { id })));
    expect(await idsOnPage(on.id)).toEqual([id]);
    await eventually(() => expect(publishedOf(id)).toEqual(['created']));
  });

  it('is by the AI agent an API key or a manager of agents names, and by nobody else (DATA-13, OP-24)', async () => {
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
    await eventually(() => expect(publishedOf(made.id)).toEqual(['created', 'changed']));
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
    await eventually(() => expect(publishedOf(id)).toEqual(['created', 'changed', 'changed', 'changed', 'changed']));
    const events = received.filter(({ entityId }) => entityId === id);
    expect(events.map(({ rev }) => rev)).toEqual([1, 2, 3, 4, 5]);
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
    await eventually(() => expect(publishedOf(id)).toEqual(['created', 'deleted']));
  });

  it('is for good after 30 days, by the expiry of the database', async () => {
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
    // once there, it is answered as it is
    expect(await restore(made.id)).toEqual(back);
    await eventually(() => expect(publishedOf(made.id)).toEqual(['created', 'deleted', 'restored']));
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
    await publishDeleted('document.v1.page', on.id);
    await eventually(() => expect(publishedOf(kept.id)).toEqual(['created', 'deleted']));
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
    expect(await ids({ documentPageId: newId() })).toEqual([]);
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
      },
    ]);
    await eventually(() =>
      expect([publishedOf(found.id), publishedOf(copyId)]).toEqual([['created', 'reviewed'], ['created']]),
    );
    // the answer may be lost and the call repeated
    expect(await review({ id: found.id, action: 'accept', copyId })).toEqual({ annotation, copy });
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
    await broker.publish(
      `symbio.evt.annotation.v1.annotation.reviewed.${project}`,
      { id: newId(), entityId: found.id, scope: project, rev: 3, actor: {}, at: clock.now().toISOString(), data: {} },
      { id: newId() },
    );
    await eventually(async () =>
      expect(await outcomeOf(annotations.getAnnotation({ id: copy!.id }, await callAs(viewer)))).toBe('NOT_FOUND'),
    );
  });
});

describe('When what is marked goes', () => {
  it.each(['page', 'document', 'project'] as const)(
    'the annotations of a deleted %s go, each with its event',
    async (what) => {
      const ids = { page: newId(), document: newId(), project: newId() };
      peers.roles.set(`${editor.sub}/${ids.project}`, 'editor');
      const on = page({ id: ids.page, documentId: ids.document, projectId: ids.project });
      const gone = [(await draw(editor, on)).id, (await draw(editor, on)).id];
      const kept = await draw();
      await publishDeleted(what === 'project' ? 'project.v1.project' : `document.v1.${what}`, ids[what]);
      await eventually(() =>
        expect(gone.map((id) => publishedOf(id))).toEqual([
          ['created', 'deleted'],
          ['created', 'deleted'],
        ]),
      );
      expect(await idsOnPage(on.id)).toEqual([]);
      expect(publishedOf(kept.id)).toEqual(['created']);
      // the event may come again
      await publishDeleted(what === 'project' ? 'project.v1.project' : `document.v1.${what}`, ids[what]);
      // an annotation drawn on what the document service still showed a moment ago does not stay either
      await eventually(async () => expect(await outcomeOf(draw(editor, on))).toBe('NOT_FOUND'));
      expect(await idsOnPage(on.id)).toEqual([]);
    },
  );
});

describe('Access to the annotation service', () => {
  const callers: Record<string, () => CallParent | Promise<CallParent>> = {
    none: nobody,
    forged: () => forger(admin),
    stranger: () => callAs(stranger),
    viewer: () => callAs(viewer),
    editor: () => callAs(editor),
    admin: () => callAs(admin),
    apiKey: () => callAs(apiKey),
    service: () => callAs(serviceActor('feature')),
  };
  type Call = (parent: CallParent, there: Annotation) => Promise<unknown>;
  const calls: Record<keyof typeof AnnotationServiceService, Call> = {
    listAnnotations: (parent, { documentPageId }) => annotations.listAnnotations({ documentPageId }, parent),
    getAnnotation: (parent, { id }) => annotations.getAnnotation({ id }, parent),
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
  };
  const [OUT, GONE, NO, OK, WHO] = ['UNAUTHENTICATED', 'NOT_FOUND', 'PERMISSION_DENIED', 'OK', 'INVALID_ARGUMENT'];
  // a stranger's list is empty rather than refused; a process of ours has no author of its own and must name one
  it.each([
    //                    none forged stranger viewer editor admin apiKey service
    ['listAnnotations', [OUT, OUT, OK, OK, OK, OK, OK, OK]],
    ['getAnnotation', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['createAnnotation', [OUT, OUT, GONE, NO, OK, OK, OK, WHO]],
    ['updateAnnotation', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['deleteAnnotation', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['restoreAnnotation', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    // nothing of an agent is accepted by a program
    ['reviewAnnotation', [OUT, OUT, GONE, NO, OK, OK, NO, NO]],
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
    // each goes with something else, so that each of the consumers has something to find
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
        ]) {
          await annotations.listAnnotations(filter, call);
          await annotations.listAnnotations({ ...filter, paging: { page: 1, perPage: 10 } }, call);
        }
      await annotations.getAnnotation({ id }, await callAs(viewer));
      await annotations.deleteAnnotation({ id }, await callAs(editor));
      await annotations.restoreAnnotation({ id }, await callAs(editor));
      await publishDeleted('document.v1.page', marks.page.documentPageId);
      await publishDeleted('document.v1.document', marks.document.documentId);
      await publishDeleted('project.v1.project', marks.project.projectId);
      // gone in the database only after each has been looked for
      for (const mark of Object.values(marks))
        await eventually(() => expect(publishedOf(mark.id)).toEqual(['created', 'deleted']));
    });
    const ours = plans.filter(({ collection }) => collection === 'annotations');
    const sent = (method: string): number => ours.filter((plan) => plan.method === method && !plan.ofOutbox).length;
    // 16 lists, and each consumer's look
    expect(sent('find')).toBeGreaterThanOrEqual(19);
    // which projects there are is nobody's question
    expect(sent('distinct')).toBe(0);
    expect(sent('countDocuments')).toBe(8);
    expect(ours.filter(({ stages }) => stages.includes('COLLSCAN') || stages.includes('SORT'))).toEqual([]);
  });
});
