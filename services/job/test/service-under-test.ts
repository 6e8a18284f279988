/** Running service with a fake project service, on real MongoDB and NATS. */
import { JOB_SUBJECTS, type Broker } from '@symbio/events';
import { newId, type Actor, type RunningService } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import { callAs, callAsService, fakeService, testClient, testKeys } from '@symbio/rpc/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { JobServiceService, JobMessage, type CreateJobRequest, type Job } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig } from '../src/config.js';
import { start } from '../src/start.js';

export interface ServiceUnderTest {
  running: RunningService;
  jobs: Client<typeof JobServiceService>;
  broker: Broker;
  clock: TestClock;
  projectId: string;
  editor: Actor;
  /** By subject and project. */
  roles: Record<string, Record<string, string>>;
  /** Restorable deleted projects; tests may add some. */
  removed: string[];
  events: TestEvents;
  /** Job with its own document, by default by the editor. */
  create: (overrides?: Partial<CreateJobRequest>, actor?: Actor) => Promise<Job>;
  messagesOf: (jobId: string) => number;
  worker: () => Promise<CallParent>;
  close: () => Promise<void>;
}

/** @param settings additional environment */
export async function startService(database: string, settings: Record<string, string>): Promise<ServiceUnderTest> {
  const config = testConfig(database);
  const clock = new TestClock();
  const projectId = newId();
  const editor = person({ name: 'Eve Editor' });
  const roles: ServiceUnderTest['roles'] = { [editor.sub]: { [projectId]: 'editor' } };
  const removed: string[] = [];
  const projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }, { actor }) => {
      const own = roles[actor.sub] ?? {};
      return Promise.resolve({
        roles: Object.fromEntries(projectIds.flatMap((id) => (own[id] ? [[id, own[id]]] : []))),
      });
    },
    listVisibleProjects: (_request, { actor }) =>
      Promise.resolve({ roles: roles[actor.sub] ?? {}, removedIds: removed }),
  });
  const events = await testEvents(config, 'job');
  const { broker } = events;
  const messages: JobMessage[] = [];
  broker.watch(JOB_SUBJECTS, (_, body) => messages.push(JobMessage.fromJSON(body)));
  await broker.ready();
  const env = {
    SYMBIO_PROJECT_ADDR: projects.address,
    // testConfig sets the real ones
    MONGODB_URI: 'mongodb://x',
    NATS_URL: 'nats://x',
    ...testKeys('job'),
    ...settings,
  };
  const running = await start({ ...readConfig(env), ...config }, { clock });
  const { client: jobs, close: disconnect } = testClient(JobServiceService, running.address);
  return {
    running,
    jobs,
    broker,
    clock,
    projectId,
    editor,
    roles,
    removed,
    events,
    create: async (overrides = {}, actor = editor) => {
      const payload = { projectId, documentId: newId(), pageNumbers: [] };
      const request = { type: 'document-specific', payload, documentFilename: 'a.pdf', ...overrides };
      const { job } = await jobs.createJob(request, await callAs(actor));
      if (!job) throw new Error('no job');
      return job;
    },
    messagesOf: (jobId) => messages.filter((message) => message.jobId === jobId).length,
    worker: () => callAsService('document-worker'),
    close: async () => {
      disconnect();
      await running.stop();
      await projects.close();
      await events.close();
    },
  };
}
