/** Issue service on real servers, with a user per caller. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectMongo } from '@symbio/mongo';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { testEvents } from '@symbio/events/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService, type Issue, type IssueFields } from '@symbio/proto/issue';
import { start } from '../src/start.js';
import { issueConfig } from './config.js';

export const reporter = person({ name: 'Rita Reporter' });
export const colleague = person({ name: 'Carl Colleague' });
export const admin = administrator({ name: 'Ada Admin' });
const NAMES = Object.fromEntries([reporter, colleague, admin].map(({ sub, name }) => [sub, name]));

export const fields = (overrides: IssueFields = {}): IssueFields => ({
  title: 'Tiles are blurred',
  description: 'On **page 3**.',
  path: '/projects/1/insights',
  ...overrides,
});

export async function issueService() {
  const clock = new TestClock();
  const blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-issues-'));
  const identity = await fakeService(IdentityServiceService, {
    getUserNames: ({ ids }) =>
      Promise.resolve({ names: Object.fromEntries(ids.flatMap((id) => (NAMES[id] ? [[id, NAMES[id]]] : []))) }),
  });
  const config = issueConfig({ SYMBIO_IDENTITY_ADDR: identity.address, BLOB_URL: pathToFileURL(blobDir).href });
  const events = await testEvents(config, 'issue');
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  const service = await start(config, clock);
  const { client: issues, close } = testClient(IssueServiceService, service.address);

  return {
    clock,
    config,
    blobDir,
    issues,
    events,
    mongo,
    /** Another replica on the same database. */
    another: () => start(config, clock),
    report: async (overrides: IssueFields = {}, actor = reporter): Promise<Issue> => {
      const { issue } = await issues.createIssue({ fields: fields(overrides) }, await callAs(actor));
      if (!issue) throw new Error('no issue');
      clock.advance(1_000);
      return issue;
    },
    get: async (id: string): Promise<Issue> => {
      const { issue } = await issues.getIssue({ id }, await callAs(reporter));
      if (!issue) throw new Error('no issue');
      return issue;
    },
    eventsOf: (id: string) =>
      events.published.filter(({ data }) => {
        const { issue, comment } = data as { issue?: { id: string }; comment?: { id: string } };
        return (issue ?? comment)?.id === id;
      }),
    stop: async (): Promise<void> => {
      close();
      await service.stop();
      await mongo.close();
      await identity.close();
      await events.close();
      rmSync(blobDir, { recursive: true, force: true });
    },
  };
}

export type IssueServiceUnderTest = Awaited<ReturnType<typeof issueService>>;
