/** Annotation service with real servers; `peers` fakes the services it calls. */
import { connectClient, type ConnectedClient } from '@symbio/rpc';
import { connectMongo, type Connection } from '@symbio/mongo';
import { createMetrics, newId, type Actor, type RunningService } from '@symbio/runtime';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { AnnotationServiceService, type Annotation, type Run } from '@symbio/proto/annotation';
import { Page } from '@symbio/proto/document';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

export const clock = new TestClock();
export const config = testConfig('annotation');

export let peers: Peers;
let service: RunningService;
let connected: ConnectedClient<typeof AnnotationServiceService>;
export let annotations: ConnectedClient<typeof AnnotationServiceService>['client'];
export let events: TestEvents;
export let mongo: Connection;

export const project = newId();
export const otherProject = newId();
export const documentId = newId();
export const AGENT = newId();
export const editor = person({ name: 'Ann Editor' });
export const viewer = person();
export const stranger = person();
export const admin = administrator();
export const apiKey = person({ via: 'api_key', authorId: AGENT, agentId: AGENT, name: 'Sanborn Reader' });

export const ellipse = (over: object = {}) =>
  ({ $case: 'ellipse', value: { centerX: 500, centerY: 400, radiusX: 30, radiusY: 20, theta: 0, ...over } }) as const;
export const rectangle = { $case: 'rectangle', value: { x: 10, y: 20, width: 300, height: 200 } } as const;

export function page(over: Partial<Page> = {}): Page {
  const made = Page.fromPartial({ id: newId(), documentId, projectId: project, width: 1000, height: 800, ...over });
  peers.pages.set(made.id, made);
  return made;
}

export async function draw(
  by: Actor = editor,
  on = page(),
  over: Partial<Parameters<typeof annotations.createAnnotation>[0]> = {},
): Promise<Annotation> {
  const request = { documentPageId: on.id, documentId: on.documentId, shape: ellipse(), ...over };
  return (await annotations.createAnnotation(request, await callAs(by))).annotation!;
}

export const begin = async (over: Partial<Parameters<typeof annotations.createRun>[0]> = {}): Promise<Run> =>
  (await annotations.createRun({ projectId: project, name: 'Sanborn 1894', ...over }, await callAs(apiKey))).run!;

export const idsOnPage = async (id: string): Promise<string[]> =>
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
  events = await testEvents(config, 'annotation');
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
  await events.close();
});
