import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
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
import { Annotation, AnnotationEvent, Decision } from '@symbio/proto/annotation';
import {
  FeatureEvent,
  FeatureServiceService,
  MentionEvent,
  type Feature,
  type HistoryRecord,
  type Mention,
} from '@symbio/proto/feature';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

// real servers on a machine that may be busy
const clock = new TestClock();
const config = testConfig('feature');
const log = createLogger({ name: 'test', level: 'silent' });

let peers: Peers;
let service: RunningService;
let connected: ConnectedClient<typeof FeatureServiceService>;
let api: typeof connected.client;
let broker: Broker;
let mongo: Connection;
const heard: EventEnvelope[] = [];

const project = newId();
const otherProject = newId();
const AGENT = newId();
const editor = person();
const viewer = person();
const stranger = person();
const admin = administrator();
const apiKey = person({ via: 'api_key', authorId: AGENT });

type FeatureInput = Parameters<typeof api.createFeature>[0];
type MentionInput = Parameters<typeof api.createMention>[0];

async function feature(over: FeatureInput = {}, by: Actor = editor): Promise<Feature> {
  const request = { projectId: project, name: 'Former Gas Station', landUse: ['gas_station'], ...over };
  return (await api.createFeature(request, await callAs(by))).feature!;
}

/** A mark of the project, known to the annotation service. */
function annotation(over: Partial<Annotation> = {}): Annotation {
  const made = Annotation.fromPartial({ id: newId(), projectId: project, authorType: 'human', ...over });
  peers.annotations.set(made.id, made);
  return made;
}

async function mention(over: MentionInput = {}, by: Actor = editor): Promise<Mention> {
  const source = over.sourceAnnotationId ?? annotation({ projectId: over.projectId || project }).id;
  const request = { narrative: 'Two tanks south of the garage', ...over, sourceAnnotationId: source };
  return (await api.createMention(request, await callAs(by))).mention!;
}

/** As the service has it now. */
async function current(id: string): Promise<Mention> {
  const { mentions } = await api.listMentions({ projectId: project, includeCurrentHistory: true }, await callAs(admin));
  return mentions.find((each) => each.id === id)!;
}

async function records(filter: Parameters<typeof api.listMentionHistory>[0]): Promise<HistoryRecord[]> {
  return (await api.listMentionHistory({ projectId: project, ...filter }, await callAs(viewer))).records;
}

/** Verbs of what was told about something, in order. */
const told = (id: string): string[] =>
  heard.filter((event) => event.entityId === id).map((event) => event.subject.split('.')[5]!);

const publishDeleted = (subject: string, id: string): Promise<void> =>
  broker.publish(
    `symbio.evt.${subject}.deleted.${project}`,
    { id: newId(), entityId: id, scope: project, rev: 2, actor: {}, at: clock.now().toISOString(), data: {} },
    { id: newId() },
  );

const isGone = (id: string): Promise<void> =>
  eventually(async () => expect(await mongo.collection('gone').findOne({ _id: id as never })).not.toBeNull());

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
  broker.watch('symbio.evt.feature.v1.>', (_, body) => heard.push(body as EventEnvelope));
  service = await start({ ...config, ...peers.settings }, { clock });
  connected = connectClient(FeatureServiceService, { address: service.address, metrics: createMetrics('test') });
  api = connected.client;
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await peers.close();
  await mongo.close();
  await broker.drain();
});

beforeEach(() => clock.advance(1000));

describe('Making a feature of interest', () => {
  it('stores its name, land use and place, and whose it is (DATA-14, API-11)', async () => {
    const coordinate = { longitude: -87.6298, latitude: 41.8781 };
    const made = await feature({ name: '  Gas works ', landUse: ['manufactured_gas_plant'], coordinate });
    expect(made).toMatchObject({
      projectId: project,
      name: 'Gas works',
      landUse: ['manufactured_gas_plant'],
      coordinate,
      authorId: editor.authorId,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
    expect((await api.getFeature({ id: made.id }, await callAs(viewer))).feature).toEqual(made);
  });

  it('needs neither a place nor a land use yet', async () => {
    const made = await feature({ landUse: [], coordinate: undefined });
    expect(made).toMatchObject({ landUse: [], coordinate: undefined });
  });

  it('names every bad field at once (API-17, FEAT-07, FEAT-09, FEAT-11, DATA-15)', async () => {
    const request = { id: 'f1', landUse: ['casino'], coordinate: { longitude: 181, latitude: NaN } };
    await expect(api.createFeature(request, await callAs(editor))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        project_id: 'project_id is required',
        name: 'Feature name is required',
        land_use: '"casino" is not a land use of the list',
        latitude: 'Latitude must be between -90 and 90',
        longitude: 'Longitude must be between -180 and 180',
      },
    });
  });

  it('answers the one there is when it is asked for twice', async () => {
    const id = newId();
    const first = await feature({ id });
    expect(await feature({ id, name: 'Again' })).toEqual(first);
    await eventually(() => expect(told(id)).toEqual(['created']));
    await expect(feature({ id }, admin)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
  });

  it('tells others with the whole feature', async () => {
    const made = await feature();
    await eventually(() => expect(told(made.id)).toEqual(['created']));
    const event = heard.find(({ entityId }) => entityId === made.id)!;
    expect(FeatureEvent.fromJSON(event.data)).toEqual({ feature: made });
    expect(event.subject).toBe(`symbio.evt.feature.v1.feature.created.${project}`);
  });

  it('is by an AI agent when an API key makes it', async () => {
    expect((await feature({}, apiKey)).authorId).toBe(AGENT);
    expect(await outcomeOf(feature({ authorId: AGENT }))).toBe('PERMISSION_DENIED');
  });
});

describe('Changing a feature', () => {
  it('changes what is given, once (API-11)', async () => {
    const made = await feature();
    clock.advance(1000);
    const change = { id: made.id, name: 'Filling station', coordinate: { longitude: 1, latitude: 2 } };
    const request = { ...change, expectedUpdatedAt: made.updatedAt };
    const first = (await api.updateFeature(request, await callAs(editor))).feature!;
    expect(first).toEqual({ ...made, ...change, updatedAt: clock.now() });
    clock.advance(1000);
    expect((await api.updateFeature(request, await callAs(editor))).feature).toEqual(first);
    await eventually(() => expect(told(made.id)).toEqual(['created', 'changed']));
  });

  it('refuses what was made from an old state, and what is not valid', async () => {
    const made = await feature();
    clock.advance(1000);
    const call = await callAs(editor);
    await api.updateFeature({ id: made.id, landUse: ['dump'] }, call);
    const late = { id: made.id, name: 'Late', expectedUpdatedAt: made.updatedAt };
    await expect(api.updateFeature(late, call)).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    await expect(api.updateFeature({ id: made.id, name: ' ' }, call)).rejects.toMatchObject({
      fields: { name: 'Feature name is required' },
    });
  });
});

describe('Features in lists', () => {
  it('come oldest first, narrowed by author, name and land use (API-11)', async () => {
    const list = newId();
    for (const each of [editor, viewer, apiKey]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const made: Record<string, string> = {};
    for (const [name, landUse, by] of [
      ['Former Gas Station', ['gas_station', 'auto_repair'], editor],
      ['Gas Works', ['manufactured_gas_plant'], apiKey],
      ['100% Clean Laundry', ['dry_cleaner'], editor],
    ] as const) {
      clock.advance(1000);
      made[(await feature({ projectId: list, name, landUse: [...landUse] }, by)).id] = name;
    }
    const names = async (filter: Parameters<typeof api.listFeatures>[0]): Promise<string[]> =>
      (await api.listFeatures({ projectId: list, ...filter }, await callAs(viewer))).features.map(
        ({ id }) => made[id]!,
      );
    expect(await names({})).toEqual(['Former Gas Station', 'Gas Works', '100% Clean Laundry']);
    expect(await names({ nameIlike: 'GAS' })).toEqual(['Former Gas Station', 'Gas Works']);
    expect(await names({ nameIlike: 'gas%' })).toEqual(['Gas Works']);
    expect(await names({ nameIlike: '%s%w_rks' })).toEqual(['Gas Works']);
    expect(await names({ nameIlike: '%a%s%a%' })).toEqual(['Former Gas Station']);
    expect(await names({ nameIlike: '100\\%%' })).toEqual(['100% Clean Laundry']);
    expect(await names({ landUseOverlaps: ['auto_repair', 'dry_cleaner'] })).toEqual([
      'Former Gas Station',
      '100% Clean Laundry',
    ]);
    expect(await names({ authorId: AGENT })).toEqual(['Gas Works']);
    expect(await names({ authorId: AGENT, nameIlike: 'laundry' })).toEqual([]);
    const slice = await api.listFeatures({ projectId: list, paging: { page: 2, perPage: 2 } }, await callAs(viewer));
    expect(slice.features.map(({ name }) => name)).toEqual(['100% Clean Laundry']);
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
  });

  it('are only those of projects the caller may see (AUTH-37)', async () => {
    const author = newId();
    const writer = person({ authorId: author });
    for (const each of [project, otherProject]) peers.roles.set(`${writer.sub}/${each}`, 'editor');
    const here = await feature({}, writer);
    const there = await feature({ projectId: otherProject }, writer);
    const ids = async (by: Actor): Promise<string[]> =>
      (await api.listFeatures({ authorId: author }, await callAs(by))).features.map(({ id }) => id);
    expect(await ids(admin)).toEqual([here.id, there.id]);
    expect(await ids(viewer)).toEqual([here.id]);
    expect(await ids(stranger)).toEqual([]);
    expect(await outcomeOf(api.listFeatures({ projectId: otherProject }, await callAs(viewer)))).toBe('NOT_FOUND');
    const all = await api.listFeatures({}, await callAs(viewer));
    expect(all.features.map(({ id }) => id)).toContain(here.id);
    expect(new Set(all.features.map(({ projectId }) => projectId))).not.toContain(otherProject);
  });

  it('refuse filters that can find nothing', async () => {
    const request = { projectId: project, landUseOverlaps: ['casino'], nameIlike: 'x'.repeat(201) };
    await expect(api.listFeatures(request, await callAs(viewer))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { land_use_overlaps: expect.any(String) as unknown, name_ilike: expect.any(String) as unknown },
    });
  });
});

describe('Nearby features (FEAT-28, CONST-16)', () => {
  const away = (from: { longitude: number; latitude: number }, azimuth: number, metres: number) => {
    const { lat2, lon2 } = geodesic.Geodesic.WGS84.Direct(from.latitude, from.longitude, azimuth, metres);
    return { latitude: lat2!, longitude: ((((lon2! + 180) % 360) + 360) % 360) - 180 };
  };

  it.each([
    ['in Chicago', { longitude: -87.6298, latitude: 41.8781 }, 90],
    ['on the equator, towards north', { longitude: 6.6, latitude: 0 }, 0],
    ['in Longyearbyen', { longitude: 15.6356, latitude: 78.2232 }, 45],
    ['near the pole', { longitude: 25, latitude: 89.9999 }, 0],
    ['across the antimeridian', { longitude: 179.9999, latitude: -16.8 }, 90],
    ['across the antimeridian from the other side', { longitude: -179.9999, latitude: 51.9 }, 270],
  ])('are those within 50 m of the ellipsoid, nearest first, with their distance: %s', async (_, near, azimuth) => {
    const place = newId();
    for (const each of [editor, viewer]) peers.roles.set(`${each.sub}/${place}`, 'editor');
    for (const metres of [50.1, 50.0, 49.9, 0, 3_000])
      await feature({ projectId: place, name: String(metres), coordinate: away(near, azimuth, metres) });
    await feature({ projectId: place, name: 'not placed', coordinate: undefined });
    const found = (await api.listFeatures({ projectId: place, near }, await callAs(viewer))).features;
    expect(found.map(({ name }) => name)).toEqual(['0', '49.9', '50']);
    for (const { name, distanceM } of found) expect(distanceM).toBeCloseTo(Number(name), 4);

    const wider = { projectId: place, near, radiusM: 3_000, nameIlike: '%0', paging: { page: 1, perPage: 2 } };
    const slice = await api.listFeatures(wider, await callAs(viewer));
    expect(slice.features.map(({ name }) => name)).toEqual(['0', '50']);
    expect(slice.pageInfo).toMatchObject({ count: 3, totalPages: 2 });
  });

  it('need a point and a radius that exist', async () => {
    const request = { projectId: project, near: { longitude: 200, latitude: 0 }, radiusM: 1e9 };
    await expect(api.listFeatures(request, await callAs(viewer))).rejects.toMatchObject({
      fields: { longitude: 'Longitude must be between -180 and 180', radius: expect.any(String) as unknown },
    });
  });
});

describe('Land uses', () => {
  it('are the 44 of the list with label, contaminants and note (DATA-15, OP-26)', async () => {
    const { landUses } = await api.listLandUses({}, await callAs(stranger));
    expect(landUses).toHaveLength(44);
    expect(landUses[0]).toEqual({
      value: 'agriculture',
      label: 'Agriculture',
      typicalContaminants: expect.stringContaining('pesticides') as unknown,
      frequencyNote: expect.stringMatching(/common/i) as unknown,
    });
  });
});

describe('Making a mention', () => {
  it('by a person is confirmed with confidence 10 unless chosen otherwise (OP-27)', async () => {
    const { id: featureOfInterestId } = await feature();
    const source = annotation();
    const made = await mention({ featureOfInterestId, sourceAnnotationId: source.id });
    expect(made).toMatchObject({
      projectId: project,
      featureOfInterestId,
      sourceAnnotationId: source.id,
      authorId: editor.authorId,
      narrative: 'Two tanks south of the garage',
      currentNarrative: 'Two tanks south of the garage',
      currentConfidence: 10,
      currentUseType: 'confirmed',
      currentAuthorId: editor.authorId,
      historyCount: 1,
      currentHistory: undefined,
    });
    const [record] = await records({ annotationId: source.id });
    expect(record).toEqual({
      id: made.currentHistoryId,
      mentionId: made.id,
      projectId: project,
      featureOfInterestId,
      sourceAnnotationId: source.id,
      authorId: editor.authorId,
      narrative: 'Two tanks south of the garage',
      confidence: 10,
      useType: 'confirmed',
      status: 'active',
      createdAt: clock.now(),
    });
    const chosen = await mention({ featureOfInterestId, confidence: 0, useType: 'historical' });
    expect(chosen).toMatchObject({ currentConfidence: 0, currentUseType: 'historical' });
  });

  it('by an agent says how sure it is, and is a suspicion unless it says more', async () => {
    const { id: featureOfInterestId } = await feature();
    await expect(mention({ featureOfInterestId }, apiKey)).rejects.toMatchObject({
      fields: { confidence: 'Confidence is required of an agent' },
    });
    const made = await mention({ featureOfInterestId, confidence: 6.5 }, apiKey);
    expect(made).toMatchObject({ currentConfidence: 6.5, currentUseType: 'suspected', currentAuthorId: AGENT });
  });

  it('names every bad field at once (API-18, API-19)', async () => {
    const request = { id: 'm1', narrative: 'x'.repeat(5_001), confidence: 10.5, useType: 'maybe' };
    await expect(api.createMention(request, await callAs(apiKey))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        feature_of_interest_id: 'feature_of_interest_id is required',
        source_annotation_id: 'source_annotation_id is required',
        narrative: 'The narrative must have at most 5000 characters',
        confidence: 'Confidence must be between 0 and 10',
        use_type: 'use_type must be one of current, historical, suspected, confirmed',
      },
    });
  });

  it('may leave the feature open for people and processes of ours, not for API keys (OP-47)', async () => {
    const open = await mention();
    const found = await mention({ authorId: AGENT, confidence: 5 }, serviceActor('job'));
    expect([open, found].map(({ featureOfInterestId }) => featureOfInterestId)).toEqual(['', '']);
    await expect(mention({ confidence: 5 }, apiKey)).rejects.toMatchObject({
      fields: { feature_of_interest_id: 'feature_of_interest_id is required' },
    });
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).toEqual(expect.arrayContaining([open.id, found.id]));
  });

  it('needs an annotation that exists and a feature of the same project', async () => {
    await expect(mention({ sourceAnnotationId: newId() })).rejects.toMatchObject({ message: 'Annotation not found' });
    await expect(mention({ featureOfInterestId: newId() })).rejects.toMatchObject({ message: 'Feature not found' });
    const elsewhere = await feature({ projectId: otherProject }, admin);
    const request = { featureOfInterestId: elsewhere.id };
    await expect(mention(request, admin)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Feature not found' });
    await expect(mention({ sourceAnnotationId: annotation().id, projectId: otherProject })).rejects.toMatchObject({
      fields: { project_id: 'The annotation belongs to another project' },
    });
  });

  it("of an AI agent's mark is for agents and those who manage them (FEAT-14, FEAT-15)", async () => {
    const ofAgent = (): string => annotation({ authorType: 'ai_agent', authorId: AGENT }).id;
    expect(await outcomeOf(mention({ sourceAnnotationId: ofAgent() }))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(mention({ sourceAnnotationId: ofAgent() }, admin))).toBe('OK');
  });

  it('answers the one there is when it is asked for twice', async () => {
    const id = newId();
    const source = annotation().id;
    const first = await mention({ id, sourceAnnotationId: source });
    expect(await mention({ id, sourceAnnotationId: source, narrative: 'Again' })).toEqual(first);
    await eventually(() => expect(told(id)).toEqual(['created']));
    await expect(mention({ id })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
    const event = heard.find(({ entityId }) => entityId === id)!;
    expect(MentionEvent.fromJSON(event.data)).toEqual({ mention: first });
    expect(event.subject).toBe(`symbio.evt.feature.v1.mention.created.${project}`);
  });
});

describe('Changing a mention', () => {
  it('adds a record, and the one before becomes superseded (OP-29, DATA-18)', async () => {
    const made = await mention({}, editor);
    clock.advance(1000);
    const request = { id: made.id, narrative: 'Three tanks', confidence: 8, useType: 'historical' };
    const { mention: changed } = await api.updateMention(request, await callAs(admin));
    expect(changed).toMatchObject({
      narrative: 'Three tanks',
      currentNarrative: 'Three tanks',
      currentConfidence: 8,
      currentUseType: 'historical',
      authorId: editor.authorId,
      currentAuthorId: admin.authorId,
      historyCount: 2,
      updatedAt: clock.now(),
    });
    const [newest, before] = await records({ annotationId: made.sourceAnnotationId });
    expect(newest).toMatchObject({ id: changed!.currentHistoryId, status: 'active', confidence: 8 });
    expect(before).toMatchObject({ id: made.currentHistoryId, status: 'superseded', confidence: 10 });
    await eventually(() => expect(told(made.id)).toEqual(['created', 'changed']));
  });

  it('does nothing the second time, and nothing when nothing is asked', async () => {
    const made = await mention();
    const call = await callAs(editor);
    const first = await api.updateMention({ id: made.id, confidence: 3 }, call);
    clock.advance(1000);
    expect(await api.updateMention({ id: made.id, confidence: 3 }, call)).toEqual(first);
    expect(await api.updateMention({ id: made.id }, call)).toEqual(first);
    expect(first.mention?.historyCount).toBe(2);
  });

  it('may be written to an AI agent by an API key (API-12)', async () => {
    const made = await mention();
    const request = { id: made.id, narrative: 'Reviewed', currentAuthorId: AGENT };
    const { mention: changed } = await api.updateMention(request, await callAs(apiKey));
    expect(changed).toMatchObject({ currentAuthorId: AGENT, authorId: editor.authorId });
    const asEditor = api.updateMention({ id: made.id, currentAuthorId: AGENT }, await callAs(editor));
    expect(await outcomeOf(asEditor)).toBe('PERMISSION_DENIED');
  });

  it('moves it to another feature, and each record stays with the feature it was written for', async () => {
    const [first, second] = [await feature(), await feature()];
    const made = await mention({ featureOfInterestId: first.id });
    clock.advance(1000);
    const call = await callAs(editor);
    const { mention: moved } = await api.updateMention({ id: made.id, featureOfInterestId: second.id }, call);
    expect(moved).toMatchObject({ featureOfInterestId: second.id, historyCount: 2, narrative: made.narrative });
    const shown = async (featureId: string) =>
      (await records({ featureId })).map(({ id, status, featureOfInterestId }) => [id, status, featureOfInterestId]);
    expect(await shown(first.id)).toEqual([[made.currentHistoryId, 'superseded', first.id]]);
    expect(await shown(second.id)).toEqual([[moved!.currentHistoryId, 'active', second.id]]);
    const mentionsOf = async (featureId: string) =>
      (await api.listMentions({ featureId }, await callAs(viewer))).mentions.map(({ id }) => id);
    expect(await mentionsOf(first.id)).toEqual([]);
    expect(await mentionsOf(second.id)).toEqual([made.id]);

    const elsewhere = await feature({ projectId: otherProject }, admin);
    const away = api.updateMention({ id: made.id, featureOfInterestId: elsewhere.id }, await callAs(admin));
    expect(await outcomeOf(away)).toBe('NOT_FOUND');
    const loosened = await api.updateMention({ id: made.id, featureOfInterestId: '' }, call);
    expect(loosened.mention).toMatchObject({ featureOfInterestId: '', historyCount: 3 });
  });

  it('loses no record when many change it at once', async () => {
    const made = await mention();
    const call = await callAs(editor);
    await Promise.all([1, 2, 3, 4].map((confidence) => api.updateMention({ id: made.id, confidence }, call)));
    const all = await records({ annotationId: made.sourceAnnotationId });
    expect(all.map(({ confidence }) => confidence).sort()).toEqual([1, 10, 2, 3, 4]);
    expect(all.filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(await current(made.id)).toMatchObject({ historyCount: 5 });
  });
});

describe('Ending a record (FEAT-25, API-13)', () => {
  it('of a mention of which nothing else is active leaves nothing that holds, until somebody writes again', async () => {
    const made = await mention();
    const call = await callAs(editor);
    await api.supersedeHistory({ historyId: made.currentHistoryId }, call);
    await api.supersedeHistory({ historyId: made.currentHistoryId }, call);
    expect(await current(made.id)).toMatchObject({
      narrative: made.narrative,
      currentHistoryId: '',
      currentNarrative: '',
      currentConfidence: 0,
      currentUseType: '',
      currentAuthorId: '',
      currentHistory: undefined,
      historyCount: 1,
    });
    const unassociated = async () =>
      (await api.listUnassociatedMentions({ projectId: project }, call)).mentions.map(({ id }) => id);
    expect(await unassociated()).not.toContain(made.id);
    await eventually(() => expect(told(made.id)).toEqual(['created', 'changed']));

    const again = await api.updateMention({ id: made.id, narrative: made.narrative }, call);
    expect(again.mention).toMatchObject({ currentConfidence: 10, currentUseType: 'confirmed', historyCount: 2 });
    expect(await unassociated()).toContain(made.id);
  });

  it('that does not hold any more changes nothing', async () => {
    const made = await mention();
    const call = await callAs(editor);
    const { mention: changed } = await api.updateMention({ id: made.id, confidence: 2 }, call);
    for (const reject of [false, true]) await api.supersedeHistory({ historyId: made.currentHistoryId, reject }, call);
    expect(await current(made.id)).toMatchObject({ currentHistoryId: changed!.currentHistoryId, historyCount: 2 });
  });

  it('by rejecting it says who held it for wrong (OP-29)', async () => {
    const { id: featureOfInterestId } = await feature();
    const made = await mention({ featureOfInterestId, confidence: 6 }, apiKey);
    clock.advance(1000);
    await api.supersedeHistory({ historyId: made.currentHistoryId, reject: true }, await callAs(editor));
    const [newest, before] = await records({ featureId: featureOfInterestId });
    expect(newest).toMatchObject({ status: 'rejected', authorId: editor.authorId, narrative: made.narrative });
    expect(newest?.createdAt).toEqual(clock.now());
    expect(before).toMatchObject({ id: made.currentHistoryId, status: 'superseded', authorId: AGENT });
    expect(await current(made.id)).toMatchObject({ currentHistoryId: '', historyCount: 2 });
  });

  it('by rejecting it says why, in at most 500 characters (OP-29)', async () => {
    const { id: featureOfInterestId } = await feature();
    const made = await mention({ featureOfInterestId });
    const call = await callAs(editor);
    const asked = { historyId: made.currentHistoryId, reject: true };
    await expect(api.supersedeHistory({ ...asked, reason: 'x'.repeat(501) }, call)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { reason: 'The reason must have at most 500 characters' },
    });
    clock.advance(1000);
    await api.supersedeHistory({ ...asked, reason: ' It is a cistern. ' }, call);
    const all = await records({ featureId: featureOfInterestId });
    expect(all.map(({ status, narrative }) => [status, narrative])).toEqual([
      ['rejected', 'It is a cistern.'],
      ['superseded', made.narrative],
    ]);
  });

  it('needs the record to exist', async () => {
    const call = await callAs(editor);
    expect(await outcomeOf(api.supersedeHistory({ historyId: newId() }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(api.supersedeHistory({ historyId: '' }, call))).toBe('NOT_FOUND');
  });
});

describe('Mentions and their history in lists', () => {
  it('come newest first, by project, feature, annotation and author, with the current record when asked (API-12)', async () => {
    const list = newId();
    const author = newId();
    const writer = person({ authorId: author });
    for (const each of [editor, viewer, writer]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const place = await feature({ projectId: list });
    const source = annotation({ projectId: list });
    const made: Mention[] = [];
    for (const [over, by] of [
      [{ featureOfInterestId: place.id, sourceAnnotationId: source.id }, editor],
      [{ featureOfInterestId: place.id, projectId: list }, writer],
      [{ projectId: list }, writer],
    ] as const) {
      clock.advance(1000);
      made.push(await mention(over, by));
    }
    const [a, b, c] = made.map(({ id }) => id);
    const ids = async (filter: Parameters<typeof api.listMentions>[0]): Promise<string[]> =>
      (await api.listMentions(filter, await callAs(viewer))).mentions.map(({ id }) => id);
    expect(await ids({ projectId: list })).toEqual([c, b, a]);
    expect(await ids({ featureId: place.id })).toEqual([b, a]);
    expect(await ids({ annotationId: source.id })).toEqual([a]);
    expect(await ids({ authorId: author })).toEqual([c, b]);
    expect(await ids({ projectId: list, featureId: place.id, authorId: author })).toEqual([b]);
    const request = { projectId: list, includeCurrentHistory: true, paging: { page: 2, perPage: 2 } };
    const slice = await api.listMentions(request, await callAs(viewer));
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
    expect(slice.mentions).toHaveLength(1);
    expect(slice.mentions[0]?.currentHistory).toMatchObject({
      id: made[0]!.currentHistoryId,
      mentionId: a,
      projectId: list,
      status: 'active',
    });
    const open = await api.listUnassociatedMentions(
      { projectId: list, paging: { page: 1, perPage: 5 } },
      await callAs(viewer),
    );
    expect(open.mentions.map(({ id }) => id)).toEqual([c]);
    expect(open.pageInfo?.count).toBe(1);
  });

  it('of the history come newest first, by project, feature, annotation, author and status (API-13)', async () => {
    const list = newId();
    for (const each of [editor, viewer, admin]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const place = await feature({ projectId: list });
    const made = await mention({ projectId: list, featureOfInterestId: place.id, confidence: 1 });
    const other = await mention({ projectId: list, confidence: 2 });
    clock.advance(1000);
    await api.updateMention({ id: made.id, confidence: 3 }, await callAs(admin));
    const found = async (filter: Parameters<typeof api.listMentionHistory>[0]): Promise<number[]> =>
      (await api.listMentionHistory(filter, await callAs(viewer))).records.map(({ confidence }) => confidence);
    expect((await found({ projectId: list })).slice(0, 1)).toEqual([3]);
    expect((await found({ projectId: list })).sort()).toEqual([1, 2, 3]);
    expect(await found({ featureId: place.id })).toEqual([3, 1]);
    expect(await found({ annotationId: other.sourceAnnotationId })).toEqual([2]);
    expect(await found({ projectId: list, authorId: admin.authorId })).toEqual([3]);
    expect(await found({ featureId: place.id, status: 'superseded' })).toEqual([1]);
    expect((await found({ projectId: list, status: 'active' })).sort()).toEqual([2, 3]);
    expect(await found({ featureId: place.id, authorId: editor.authorId, status: 'active' })).toEqual([]);
    const request = { projectId: list, paging: { page: 2, perPage: 2 } };
    const slice = await api.listMentionHistory(request, await callAs(viewer));
    expect(slice.records).toHaveLength(1);
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
    await expect(found({ projectId: list, status: 'old' })).rejects.toMatchObject({
      fields: { status: 'status must be one of active, superseded, rejected' },
    });
  });

  it('are only those of projects the caller may see (AUTH-37)', async () => {
    const author = newId();
    const writer = person({ authorId: author });
    for (const each of [project, otherProject]) peers.roles.set(`${writer.sub}/${each}`, 'editor');
    const here = await mention({}, writer);
    const there = await mention({ projectId: otherProject }, writer);
    const seen = async (by: Actor) => {
      const call = await callAs(by);
      const { mentions } = await api.listMentions({ authorId: author }, call);
      const history = await api.listMentionHistory({ authorId: author }, call);
      expect(history.records.map(({ mentionId }) => mentionId).sort()).toEqual(mentions.map(({ id }) => id).sort());
      return mentions.map(({ id }) => id).sort();
    };
    expect(await seen(admin)).toEqual([here.id, there.id].sort());
    expect(await seen(viewer)).toEqual([here.id]);
    expect(await seen(stranger)).toEqual([]);
    const call = await callAs(viewer);
    for (const refused of [
      api.listMentions({ projectId: otherProject }, call),
      api.listMentionHistory({ projectId: otherProject }, call),
      api.listUnassociatedMentions({ projectId: otherProject }, call),
    ])
      expect(await outcomeOf(refused)).toBe('NOT_FOUND');
  });
});

describe('When a feature is deleted (OP-47, OP-49)', () => {
  it('its mentions become unassociated, in the words and name of their author, and its history stays', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id, confidence: 7 }, apiKey);
    clock.advance(1000);
    await api.deleteFeature({ id: place.id }, await callAs(editor));
    expect(await outcomeOf(api.getFeature({ id: place.id }, await callAs(viewer)))).toBe('NOT_FOUND');
    expect(await current(made.id)).toMatchObject({
      featureOfInterestId: '',
      currentNarrative: made.narrative,
      currentConfidence: 7,
      currentAuthorId: AGENT,
      historyCount: 2,
    });
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).toContain(made.id);
    expect((await records({ featureId: place.id })).map(({ id, status }) => [id, status])).toEqual([
      [made.currentHistoryId, 'superseded'],
    ]);
    await eventually(() =>
      expect([told(place.id), told(made.id)]).toEqual([
        ['created', 'deleted'],
        ['created', 'changed'],
      ]),
    );
  });

  it('what a crash left undone is done by its event, and done once', async () => {
    const gone = newId();
    const made = await mention({ featureOfInterestId: (await feature()).id });
    // as it is when the process dies between the two: the feature is gone, the mention still names it
    const stuck = { featureId: gone, 'current.featureId': gone, 'history.0.featureId': gone };
    await mongo.collection('mentions').updateOne({ _id: made.id as never }, { $set: stuck });
    for (let n = 0; n < 2; n++) await publishDeleted('feature.v1.feature', gone);
    await eventually(async () => expect((await current(made.id)).featureOfInterestId).toBe(''));
    expect(await current(made.id)).toMatchObject({ historyCount: 2, currentNarrative: made.narrative });
  });

  it('it is gone for good, also the second time', async () => {
    const { id } = await feature();
    await api.deleteFeature({ id }, await callAs(editor));
    const call = await callAs(editor);
    expect(await outcomeOf(api.deleteFeature({ id }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(api.updateFeature({ id, name: 'Again' }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(mention({ featureOfInterestId: id }))).toBe('NOT_FOUND');
  });
});

describe("When people review an AI agent's annotation", () => {
  /** What an agent found and wrote down, unassociated. */
  async function found(): Promise<{ mark: Annotation; made: Mention }> {
    const mark = annotation({ authorType: 'ai_agent', authorId: AGENT, content: 'GAS HOLDER' });
    const made = await mention(
      { sourceAnnotationId: mark.id, confidence: 6, authorId: AGENT, suggestedLandUse: 'manufactured_gas_plant' },
      administrator({ sub: admin.sub, permissions: ['canManageAgents'] }),
    );
    return { mark, made };
  }
  const decision = (verdict: string, over: Partial<Decision> = {}) =>
    Decision.fromPartial({
      verdict,
      authorId: editor.authorId,
      authorName: editor.name,
      decidedAt: clock.now(),
      ...over,
    });
  /** Adds decisions, as the annotation service keeps them. */
  function decide(mark: Annotation, ...decisions: Decision[]): Annotation {
    const next = { ...peers.annotations.get(mark.id)! };
    next.decisions = [...next.decisions, ...decisions];
    peers.annotations.set(mark.id, next);
    return next;
  }
  const apply = async (mark: Annotation) => api.applyReview({ annotationId: mark.id }, await callAs(editor));
  const chain = async (made: Mention) => {
    const { records: all } = await api.listMentionHistory({ authorId: '', projectId: project }, await callAs(viewer));
    return all
      .filter(({ mentionId }) => mentionId === made.id)
      .map(({ status, authorId, confidence, useType }) => [status, authorId, confidence, useType]);
  };

  it("accepted: the person's record supersedes the agent's, and names the person's annotation", async () => {
    const { mark, made } = await found();
    expect(made).toMatchObject({ suggestedLandUse: 'manufactured_gas_plant', currentUseType: 'suspected' });
    const copy = annotation();
    clock.advance(1000);
    decide(mark, decision('accepted', { copyId: copy.id }));
    for (let time = 0; time < 2; time++) await apply(mark);
    expect(await current(made.id)).toMatchObject({
      sourceAnnotationId: copy.id,
      featureOfInterestId: '',
      currentNarrative: made.narrative,
      currentConfidence: 10,
      currentUseType: 'confirmed',
      currentAuthorId: editor.authorId,
      historyCount: 2,
    });
    expect(await chain(made)).toEqual([
      ['active', editor.authorId, 10, 'confirmed'],
      ['superseded', AGENT, 6, 'suspected'],
    ]);
  });

  it('rejected: nothing holds, the list of findings to sort loses it, and a record says who and why', async () => {
    const { mark, made } = await found();
    clock.advance(1000);
    decide(mark, decision('rejected', { reason: 'GASTON ST. is a street' }));
    await apply(mark);
    // what was seen is not what somebody says about it
    expect(await current(made.id)).toMatchObject({ currentHistoryId: '', narrative: made.narrative });
    const [newest] = await records({ annotationId: mark.id });
    expect(newest).toMatchObject({ status: 'rejected', narrative: 'GASTON ST. is a street' });
    expect(await chain(made)).toMatchObject([
      ['rejected', editor.authorId, 6, 'suspected'],
      ['superseded', AGENT, 6, 'suspected'],
    ]);
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).not.toContain(made.id);
  });

  it.each(['accepted', 'rejected'])("%s and undone: the agent's finding holds again, as it was", async (verdict) => {
    const { mark, made } = await found();
    decide(mark, decision(verdict, { copyId: annotation().id, reason: 'no' }));
    await apply(mark);
    clock.advance(1000);
    decide(mark, decision('undone'));
    await apply(mark);
    expect(await current(made.id)).toMatchObject({
      sourceAnnotationId: mark.id,
      narrative: made.narrative,
      currentNarrative: made.narrative,
      currentConfidence: 6,
      currentUseType: 'suspected',
      currentAuthorId: AGENT,
      historyCount: 3,
    });
  });

  it('the event of a decision does the same, and one that is older than what is known changes nothing', async () => {
    const { mark, made } = await found();
    const tell = (told: Annotation) =>
      broker.publish(
        `symbio.evt.annotation.v1.annotation.reviewed.${project}`,
        {
          id: newId(),
          entityId: mark.id,
          scope: project,
          rev: 2,
          actor: {},
          at: clock.now().toISOString(),
          data: AnnotationEvent.toJSON({ annotation: told }),
        },
        { id: newId() },
      );
    const accepted = decide(mark, decision('accepted', { copyId: annotation().id }));
    const undone = decide(mark, decision('undone'));
    const rejected = decide(mark, decision('rejected', { reason: 'a street' }));
    for (const told of [rejected, accepted, undone]) await tell(told);
    await eventually(async () => expect((await current(made.id)).currentHistoryId).toBe(''));
    expect(await current(made.id)).toMatchObject({ sourceAnnotationId: mark.id, historyCount: 2 });
  });

  it('a decision made before the agent wrote down its finding counts', async () => {
    const mark = annotation({ authorType: 'ai_agent', authorId: AGENT });
    decide(mark, decision('rejected', { reason: 'a street' }));
    const late = await mention(
      { sourceAnnotationId: mark.id, confidence: 6, authorId: AGENT },
      administrator({ sub: admin.sub, permissions: ['canManageAgents'] }),
    );
    expect(late).toMatchObject({ currentHistoryId: '', historyCount: 2 });
    const [newest] = await records({ annotationId: mark.id });
    expect(newest).toMatchObject({ status: 'rejected', narrative: 'a street' });
  });

  it('a land use an agent suggests must be one of the list', async () => {
    expect(await outcomeOf(mention({ suggestedLandUse: 'castle' }))).toBe('INVALID_ARGUMENT');
  });
});

describe('Merging features that are the same site', () => {
  it('one takes over land uses, a missing place and all mentions; what was written stays as it was written', async () => {
    const kept = await feature({ name: 'Gas Works' });
    const other = await feature({
      name: 'Manufactured Gas Plant',
      landUse: ['manufacturing', 'gas_station'],
      coordinate: { longitude: -73.9, latitude: 40.7 },
    });
    const mine = await mention({ featureOfInterestId: kept.id });
    const theirs = await mention({ featureOfInterestId: other.id, confidence: 7 }, apiKey);
    clock.advance(1000);
    const merged = (await api.mergeFeatures({ featureId: kept.id, mergedIds: [other.id] }, await callAs(editor)))
      .feature!;
    expect(merged).toMatchObject({
      id: kept.id,
      name: 'Gas Works',
      landUse: ['gas_station', 'manufacturing'],
      coordinate: { longitude: -73.9, latitude: 40.7 },
    });
    expect(await outcomeOf(api.getFeature({ id: other.id }, await callAs(viewer)))).toBe('NOT_FOUND');
    expect(await current(mine.id)).toMatchObject({ featureOfInterestId: kept.id, historyCount: 1 });
    expect(await current(theirs.id)).toMatchObject({
      featureOfInterestId: kept.id,
      historyCount: 2,
      currentNarrative: theirs.narrative,
      currentConfidence: 7,
      currentAuthorId: editor.authorId,
    });
    expect((await records({ featureId: other.id })).map(({ id, status }) => [id, status])).toEqual([
      [theirs.currentHistoryId, 'superseded'],
    ]);
    await eventually(() =>
      expect([told(kept.id), told(other.id), told(theirs.id), told(mine.id)]).toEqual([
        ['created', 'changed'],
        ['created', 'deleted'],
        ['created', 'changed'],
        ['created'],
      ]),
    );
  });

  it('is refused with a sentence for none, itself, a feature that is gone and one of another project', async () => {
    const kept = await feature();
    const elsewhere = await feature({ projectId: otherProject }, admin);
    const call = await callAs(admin);
    const merge = (mergedIds: string[]) => outcomeOf(api.mergeFeatures({ featureId: kept.id, mergedIds }, call));
    expect(await merge([])).toBe('INVALID_ARGUMENT');
    expect(await merge([kept.id])).toBe('INVALID_ARGUMENT');
    expect(await merge([newId()])).toBe('NOT_FOUND');
    expect(await merge([elsewhere.id])).toBe('INVALID_ARGUMENT');
    expect(await merge(Array.from({ length: 21 }, () => newId()))).toBe('INVALID_ARGUMENT');
    expect((await api.getFeature({ id: elsewhere.id }, call)).feature?.id).toBe(elsewhere.id);
  });

  it('that was cut off is finished by the next call', async () => {
    const kept = await feature();
    const other = await feature();
    const moved = await mention({ featureOfInterestId: other.id });
    // as it is when the process dies after the first mention moved
    const stuck = { featureId: kept.id, 'current.featureId': kept.id };
    await mongo.collection('mentions').updateOne({ _id: moved.id as never }, { $set: stuck });
    const left = await mention({ featureOfInterestId: other.id });
    await api.mergeFeatures({ featureId: kept.id, mergedIds: [other.id] }, await callAs(editor));
    for (const { id } of [moved, left]) expect((await current(id)).featureOfInterestId).toBe(kept.id);
  });
});

describe('When an annotation is deleted', () => {
  it('what was seen stays evidence, with its feature and history, and says that its source is gone', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id });
    for (let n = 0; n < 2; n++) await publishDeleted('annotation.v1.annotation', made.sourceAnnotationId);
    await eventually(async () => expect((await current(made.id)).sourceAnnotationId).toBe(''));
    expect(await current(made.id)).toMatchObject({
      featureOfInterestId: place.id,
      currentHistoryId: made.currentHistoryId,
      currentNarrative: made.narrative,
      historyCount: 1,
    });
    expect((await records({ annotationId: made.sourceAnnotationId })).map(({ id }) => id)).toEqual([
      made.currentHistoryId,
    ]);
    await eventually(() => expect(told(made.id)).toEqual(['created', 'changed']));
    // the annotation service may have answered for it a moment too long
    peers.lastAnswers.add(made.sourceAnnotationId);
    expect(await outcomeOf(mention({ sourceAnnotationId: made.sourceAnnotationId }))).toBe('NOT_FOUND');
  });

  it('and restored, its mentions show it again, whichever of the two is told first, and new ones may be made', async () => {
    const made = await mention();
    const { id, sourceAnnotationId } = made;
    const tell = (verb: 'deleted' | 'restored', rev: number) =>
      broker.publish(
        `symbio.evt.annotation.v1.annotation.${verb}.${project}`,
        {
          id: newId(),
          entityId: sourceAnnotationId,
          scope: project,
          rev,
          actor: {},
          at: clock.now().toISOString(),
          data: {},
        },
        { id: newId() },
      );
    const source = async () => (await current(id)).sourceAnnotationId;
    await tell('deleted', 2);
    await eventually(async () => expect(await source()).toBe(''));
    for (let n = 0; n < 2; n++) await tell('restored', 3);
    await eventually(async () => expect(await source()).toBe(sourceAnnotationId));
    expect(await current(id)).toMatchObject({ currentHistoryId: made.currentHistoryId, historyCount: 1 });
    await eventually(() => expect(told(id)).toEqual(['created', 'changed', 'changed']));

    // deleted and restored again, told in the other order
    await tell('restored', 5);
    await eventually(() => expect(told(id)).toHaveLength(4));
    await tell('deleted', 4);
    const other = await mention();
    await publishDeleted('annotation.v1.annotation', other.sourceAnnotationId);
    // told later, applied later: what came before it has been applied, too
    await eventually(async () => expect((await current(other.id)).sourceAnnotationId).toBe(''));
    expect(await source()).toBe(sourceAnnotationId);
    expect(await outcomeOf(mention({ sourceAnnotationId }))).toBe('OK');
  });
});

describe('When a project is deleted', () => {
  it('its features and mentions go, each with its event, and nothing new comes', async () => {
    const gone = newId();
    peers.roles.set(`${editor.sub}/${gone}`, 'editor');
    const place = await feature({ projectId: gone });
    const made = await mention({ projectId: gone, featureOfInterestId: place.id });
    for (let n = 0; n < 2; n++) await publishDeleted('project.v1.project', gone);
    await eventually(() => {
      expect(told(place.id)).toEqual(['created', 'deleted']);
      expect(told(made.id)).toEqual(['created', 'deleted']);
    });
    expect(await outcomeOf(feature({ projectId: gone }))).toBe('NOT_FOUND');
    expect(await outcomeOf(mention({ projectId: gone }))).toBe('NOT_FOUND');
    await eventually(async () => {
      for (const name of ['features', 'mentions'])
        expect(await mongo.collection(name).countDocuments({ projectId: gone })).toBe(0);
    });
  });
});

describe('Whatever is done to a mention (DATA-18, OP-29)', () => {
  type Step =
    | { do: 'update'; confidence: number; useType: string }
    | { do: 'move' | 'deleteFeature' | 'supersede' | 'reject'; nth: number }
    | { do: 'loosen' | 'loseSource' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('update' as const),
      confidence: fc.integer({ min: 0, max: 10 }),
      useType: fc.constantFrom('current', 'historical', 'suspected', 'confirmed'),
    }),
    fc.record({ do: fc.constantFrom('move', 'deleteFeature', 'supersede', 'reject'), nth: fc.nat() }),
    fc.record({ do: fc.constantFrom('loosen', 'loseSource') }),
  );
  const asWritten = (record: HistoryRecord): HistoryRecord => ({ ...record, status: '' });

  it('records never change but in their status, one is active and current or none, and their number is right', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const call = await callAs(editor);
        const places = [await feature(), await feature()];
        const made = await mention({ featureOfInterestId: places[0]!.id });
        const { id, sourceAnnotationId } = made;
        const historyOf = async (): Promise<HistoryRecord[]> =>
          (await api.listMentionHistory({ projectId: project }, call)).records
            .filter(({ mentionId }) => mentionId === id)
            .reverse();
        let before = await historyOf();
        for (const next of steps) {
          clock.advance(1000);
          switch (next.do) {
            case 'update':
              await api.updateMention({ id, confidence: next.confidence, useType: next.useType }, call);
              break;
            case 'move':
              await outcomeOf(api.updateMention({ id, featureOfInterestId: places[next.nth % 2]!.id }, call));
              break;
            case 'loosen':
              await api.updateMention({ id, featureOfInterestId: '' }, call);
              break;
            case 'supersede':
            case 'reject':
              await api.supersedeHistory(
                { historyId: before[next.nth % before.length]!.id, reject: next.do === 'reject' },
                call,
              );
              break;
            case 'deleteFeature':
              await outcomeOf(api.deleteFeature({ id: places[next.nth % 2]!.id }, call));
              break;
            case 'loseSource':
              await publishDeleted('annotation.v1.annotation', sourceAnnotationId);
              await eventually(async () => expect((await current(id)).sourceAnnotationId).toBe(''));
              break;
          }
          const after = await historyOf();
          const now = await current(id);
          expect(after.slice(0, before.length).map(asWritten)).toEqual(before.map(asWritten));
          expect(now.historyCount).toBe(after.length);
          const active = after.filter(({ status }) => status === 'active');
          expect(active.map((record) => record.id)).toEqual(now.currentHistoryId ? [now.currentHistoryId] : []);
          expect(now.currentHistory).toEqual(active[0]);
          if (active[0]) expect(active[0].featureOfInterestId).toBe(now.featureOfInterestId);
          before = after;
        }
        // each change was told once, and the last one told is how it is
        const row = await mongo.collection('mentions').findOne({ _id: id as never });
        await eventually(() => {
          const events = heard.filter(({ entityId }) => entityId === id);
          expect(events.map(({ rev }) => rev)).toEqual(
            Array.from({ length: row!['rev'] as number }, (_, at) => at + 1),
          );
          const last = MentionEvent.fromJSON(events.at(-1)!.data).mention!;
          expect(last.historyCount).toBe(before.length);
          expect(last.currentHistoryId).toBe(before.find(({ status }) => status === 'active')?.id ?? '');
        });
      }),
      { numRuns: 12 },
    );
  });
});

describe('Access to the feature service', () => {
  const callers: Record<string, () => CallParent | Promise<CallParent>> = {
    none: nobody,
    forged: () => forger(admin),
    stranger: () => callAs(stranger),
    viewer: () => callAs(viewer),
    editor: () => callAs(editor),
    admin: () => callAs(admin),
    apiKey: () => callAs(apiKey),
    service: () => callAs(serviceActor('job')),
  };
  interface There {
    place: Feature;
    made: Mention;
  }
  const calls: Record<keyof typeof FeatureServiceService, (parent: CallParent, there: There) => Promise<unknown>> = {
    listFeatures: (parent) => api.listFeatures({ projectId: project }, parent),
    getFeature: (parent, { place: { id } }) => api.getFeature({ id }, parent),
    createFeature: (parent) => api.createFeature({ projectId: project, name: 'Dump' }, parent),
    updateFeature: (parent, { place: { id } }) => api.updateFeature({ id, name: newId() }, parent),
    deleteFeature: (parent, { place: { id } }) => api.deleteFeature({ id }, parent),
    mergeFeatures: async (parent, { place: { id } }) =>
      api.mergeFeatures({ featureId: id, mergedIds: [(await feature()).id] }, parent),
    listMentions: (parent) => api.listMentions({ projectId: project }, parent),
    listUnassociatedMentions: (parent) => api.listUnassociatedMentions({ projectId: project }, parent),
    createMention: (parent, { place: { id } }) =>
      api.createMention({ featureOfInterestId: id, sourceAnnotationId: annotation().id, confidence: 5 }, parent),
    updateMention: (parent, { made: { id } }) => api.updateMention({ id, confidence: 1 }, parent),
    listMentionHistory: (parent) => api.listMentionHistory({ projectId: project }, parent),
    supersedeHistory: (parent, { made }) => api.supersedeHistory({ historyId: made.currentHistoryId }, parent),
    applyReview: (parent) => api.applyReview({ annotationId: annotation().id }, parent),
    listLandUses: (parent) => api.listLandUses({}, parent),
  };
  const [OUT, GONE, NO, OK, WHO] = ['UNAUTHENTICATED', 'NOT_FOUND', 'PERMISSION_DENIED', 'OK', 'INVALID_ARGUMENT'];
  // a process of ours has no author of its own and must name one
  it.each([
    //                            none forged stranger viewer editor admin apiKey service
    ['listFeatures', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['getFeature', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['createFeature', [OUT, OUT, GONE, NO, OK, OK, OK, WHO]],
    ['updateFeature', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['deleteFeature', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['mergeFeatures', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['listMentions', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['listUnassociatedMentions', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['createMention', [OUT, OUT, GONE, NO, OK, OK, OK, WHO]],
    ['updateMention', [OUT, OUT, GONE, NO, OK, OK, OK, WHO]],
    ['listMentionHistory', [OUT, OUT, GONE, OK, OK, OK, OK, OK]],
    ['supersedeHistory', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['applyReview', [OUT, OUT, GONE, NO, OK, OK, OK, OK]],
    ['listLandUses', [OUT, OUT, OK, OK, OK, OK, OK, OK]],
  ] as const)('%s', async (name, expected) => {
    const names = Object.keys(callers);
    const outcomes: string[] = [];
    for (const caller of Object.values(callers)) {
      const place = await feature();
      const there = { place, made: await mention({ featureOfInterestId: place.id }) };
      outcomes.push(await outcomeOf(calls[name](await caller(), there)));
    }
    expect(Object.fromEntries(names.map((each, at) => [each, outcomes[at]]))).toEqual(
      Object.fromEntries(names.map((each, at) => [each, expected[at]])),
    );
  });

  it('does not tell what one may not see from what does not exist', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id });
    const call = await callAs(stranger);
    const messages = async (featureId: string, mentionId: string, historyId: string) =>
      Promise.all(
        [
          api.getFeature({ id: featureId }, call),
          api.updateMention({ id: mentionId, confidence: 1 }, call),
          api.supersedeHistory({ historyId }, call),
        ].map((run) =>
          run.then(
            () => 'OK',
            (error: Error) => error.message,
          ),
        ),
      );
    expect(await messages(place.id, made.id, made.currentHistoryId)).toEqual(await messages(newId(), 'x', 'y'));
  });
});

describe('Every query of the feature service', () => {
  it('is answered by an index, and no list of rows needs sorting', async () => {
    const call = await callAs(viewer);
    const place = await feature({ coordinate: { longitude: 1, latitude: 1 } });
    const made = await mention({ featureOfInterestId: place.id });
    const paging = { page: 1, perPage: 10 };
    const other = newId();
    const plans = await queryPlans(config, async () => {
      for (const filter of [
        {},
        { projectId: project },
        { authorId: editor.authorId },
        { projectId: project, nameIlike: '%gas%', landUseOverlaps: ['gas_station'] },
        { projectId: project, near: place.coordinate! },
        { near: place.coordinate! },
      ]) {
        await api.listFeatures(filter, call);
        await api.listFeatures({ ...filter, paging }, call);
      }
      for (const filter of [
        {},
        { projectId: project },
        { featureId: place.id },
        { annotationId: made.sourceAnnotationId },
        { authorId: editor.authorId },
      ]) {
        await api.listMentions(filter, call);
        await api.listMentions({ ...filter, paging }, call);
        for (const status of ['', 'active']) {
          await api.listMentionHistory({ ...filter, status }, call);
          await api.listMentionHistory({ ...filter, status, paging }, call);
        }
      }
      await api.listUnassociatedMentions({ projectId: project }, call);
      await api.listUnassociatedMentions({ projectId: project, paging }, call);
      await api.getFeature({ id: place.id }, call);
      const asEditor = await callAs(editor);
      await api.updateMention({ id: made.id, confidence: 4 }, asEditor);
      await api.supersedeHistory({ historyId: made.currentHistoryId }, asEditor);
      await api.deleteFeature({ id: place.id }, asEditor);
      for (const what of ['annotation.v1.annotation', 'project.v1.project']) {
        await publishDeleted(what, other + what);
        await isGone(other + what);
      }
    });
    const ours = plans.filter(({ collection }) => collection === 'features' || collection === 'mentions');
    const sent = (collection: string, method: string) =>
      ours.filter((plan) => plan.collection === collection && plan.method === method).length;
    expect(sent('features', 'find')).toBeGreaterThanOrEqual(12);
    expect(sent('mentions', 'find')).toBeGreaterThanOrEqual(14);
    expect(sent('mentions', 'aggregate')).toBeGreaterThanOrEqual(25);
    expect(ours.filter(({ stages }) => stages.includes('COLLSCAN'))).toEqual([]);
    // records lie inside their mentions and are sorted once taken out; rows come in order
    const sorting = ours.filter(({ method, stages }) => method === 'find' && stages.includes('SORT'));
    expect(sorting).toEqual([]);
  });
});
