/** Feature service with real servers; `peers` fakes the services it calls. */
import { connectClient, type ConnectedClient } from '@symbio/rpc';
import { connectMongo, type Connection } from '@symbio/mongo';
import { createMetrics, newId, type Actor, type RunningService } from '@symbio/runtime';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { Annotation, Run } from '@symbio/proto/annotation';
import {
  FeatureServiceService,
  type Determination,
  type DeterminationProposal,
  type EvidenceComment,
  type Feature,
  type HistoryRecord,
  type Mention,
} from '@symbio/proto/feature';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

export const clock = new TestClock();
export const config = testConfig('feature');

export let peers: Peers;
let service: RunningService;
let connected: ConnectedClient<typeof FeatureServiceService>;
export let api: typeof connected.client;
export let events: TestEvents;
export let mongo: Connection;

export const project = newId();
export const otherProject = newId();
export const AGENT = newId();
export const editor = person();
export const viewer = person();
export const stranger = person();
export const admin = administrator();
export const apiKey = person({ via: 'api_key', authorId: AGENT, agentId: AGENT });

type CommentInput = Parameters<typeof api.createComment>[0];

export async function comment(over: CommentInput, by: Actor = editor): Promise<EvidenceComment> {
  return (await api.createComment({ content: 'Look.', ...over }, await callAs(by))).comment!;
}

type DeterminationInput = Parameters<typeof api.createDetermination>[0];

export async function determine(over: DeterminationInput, by: Actor = editor): Promise<Determination> {
  const request = { kind: 'rec', reason: 'Two tanks leaked.', ...over };
  return (await api.createDetermination(request, await callAs(by))).determination!;
}

export async function propose(over: DeterminationInput, by: Actor = apiKey): Promise<DeterminationProposal> {
  const request = { kind: 'rec', reason: 'Two tanks leaked.', ...over };
  return (await api.createDeterminationProposal(request, await callAs(by))).proposal!;
}

type FeatureInput = Parameters<typeof api.createFeature>[0];
type MentionInput = Parameters<typeof api.createMention>[0];

export async function feature(over: FeatureInput = {}, by: Actor = editor): Promise<Feature> {
  const request = { projectId: project, name: 'Former Gas Station', landUse: ['gas_station'], ...over };
  return (await api.createFeature(request, await callAs(by))).feature!;
}

export function annotation(over: Partial<Annotation> = {}): Annotation {
  const made = Annotation.fromPartial({ id: newId(), projectId: project, authorType: 'human', ...over });
  peers.annotations.set(made.id, made);
  return made;
}

export function run(over: Partial<Run> = {}): Run {
  const made = Run.fromPartial({ id: newId(), projectId: project, status: 'open', ...over });
  peers.runs.set(made.id, made);
  return made;
}

export async function mention(over: MentionInput = {}, by: Actor = editor): Promise<Mention> {
  const source = over.sourceAnnotationId ?? annotation({ projectId: over.projectId || project }).id;
  const request = { narrative: 'Two tanks south of the garage', ...over, sourceAnnotationId: source };
  return (await api.createMention(request, await callAs(by))).mention!;
}

export async function current(id: string): Promise<Mention> {
  const { mentions } = await api.listMentions({ projectId: project, includeCurrentHistory: true }, await callAs(admin));
  return mentions.find((each) => each.id === id)!;
}

export async function records(filter: Parameters<typeof api.listMentionHistory>[0]): Promise<HistoryRecord[]> {
  return (await api.listMentionHistory({ projectId: project, ...filter }, await callAs(viewer))).records;
}

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
  peers.members.set(project, [editor, viewer]);
  peers.authors.set(AGENT, { authorType: 'ai_agent', displayName: 'Sanborn Reader 1.2' });
  peers.authors.set(editor.authorId, { authorType: 'human', displayName: 'Ann Editor' });
  events = await testEvents(config, 'feature');
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
  await events.close();
});

beforeEach(() => clock.advance(1000));
