/** Issue mail end to end: from the change to the mail server, and unfollowing by token. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectMongo, type Connection } from '@symbio/mongo';
import { eventActor } from '@symbio/events';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { newId, serviceActor, type RunningService } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { TestClock, eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import {
  assignmentEvents,
  EvidenceAssignmentEvent,
  EvidenceCommentEvent,
  evidenceCommentEvents,
} from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService, type Issue } from '@symbio/proto/issue';
import { ProjectServiceService } from '@symbio/proto/project';
import { startInbox, type CaughtMail, type RunningInbox } from '@symbio/fixtures/inbox';
import { start } from '../src/start.js';
import { issueConfig } from './config.js';

const DELAY_SECONDS = 60;
const clock = new TestClock();
const reporter = person({ name: 'Rita Reporter' });
const colleague = person({ name: 'Carl Colleague' });
const PEOPLE = [reporter, colleague].map(({ sub: userId, name }) => ({
  userId,
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@symbio.test`,
  role: 'customer',
  organizationId: '',
}));
const blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-notices-'));

let events: TestEvents;
let inbox: RunningInbox;
let identity: Awaited<ReturnType<typeof fakeService>>;
let projects: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
/** Projects that the reporter may read. */
const readable = new Set<string>();
let service: RunningService;
let connected: ReturnType<typeof testClient<typeof IssueServiceService>>;
let issues: Client<typeof IssueServiceService>;

beforeAll(async () => {
  inbox = await startInbox(0, 0);
  identity = await fakeService(IdentityServiceService, {
    getUserNames: () =>
      Promise.resolve({ names: Object.fromEntries(PEOPLE.map(({ userId, name }) => [userId, name])) }),
    getMailAddresses: ({ ids }) => Promise.resolve({ addresses: PEOPLE.filter(({ userId }) => ids.includes(userId)) }),
  });
  projects = await fakeService(ProjectServiceService, {
    checkAccessOf: ({ userId, projectIds }) => {
      const ids = projectIds.filter((id) => userId === reporter.sub && readable.has(id));
      return Promise.resolve({ roles: Object.fromEntries(ids.map((id) => [id, 'viewer'])) });
    },
  });
  const peers = { SYMBIO_IDENTITY_ADDR: identity.address, SYMBIO_PROJECT_ADDR: projects.address };
  const settings = { ...peers, BLOB_URL: pathToFileURL(blobDir).href };
  const mail = { SMTP_URL: inbox.smtpUrl, PUBLIC_URL: 'https://symbio.test', NOTICE_DELAY_SECONDS: DELAY_SECONDS };
  const config = issueConfig({ ...settings, ...mail });
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  events = await testEvents(config);
  service = await start(config, clock);
  connected = testClient(IssueServiceService, service.address);
  issues = connected.client;
});

afterAll(async () => {
  connected.close();
  await events.close();
  await mongo.close();
  await service.stop();
  await identity.close();
  await projects.close();
  await inbox.close();
  rmSync(blobDir, { recursive: true, force: true });
});

beforeEach(async () => {
  await fetch(`${inbox.url}/email`, { method: 'DELETE' });
});

const mails = async (): Promise<CaughtMail[]> => (await fetch(`${inbox.url}/email`)).json() as Promise<CaughtMail[]>;
/** The stream has events of others. */
const waiting = (): Promise<number> =>
  mongo.collection('notices').countDocuments({ userId: { $in: PEOPLE.map(({ userId }) => userId) } });

async function report(): Promise<Issue> {
  const fields = { title: 'Tiles are blurred', description: 'On page 3.' };
  const { issue } = await issues.createIssue({ fields }, await callAs(reporter));
  return issue!;
}

describe('mail about an issue', () => {
  it('has a failure counter that starts at 0, so that alerts can use its increase', async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.adminPort}/metrics`)).text();
    expect(text).toContain('symbio_issue_mails_total{outcome="given_up",service="issue"} 0\n');
  });

  it('goes to reporter and assignee in one mail when others change it, and not before it is due', async () => {
    const { id, key } = await report();
    await issues.updateIssue(
      { id, fields: { status: 'in_progress', assignee: colleague.sub } },
      await callAs(colleague),
    );
    await issues.createComment({ issueId: id, content: 'Seen on sheet 4, too.' }, await callAs(colleague));
    await issues.createComment({ issueId: id, content: 'Thank you.' }, await callAs(reporter));
    // two for the reporter, one for the assignee
    await eventually(async () => expect(await waiting()).toBe(3));
    expect(await mails()).toEqual([]);

    clock.advance(DELAY_SECONDS * 1_000);
    await eventually(async () => expect(await mails()).toHaveLength(2));
    const [toReporter, toAssignee] = (await mails()).sort((one, other) => other.to.localeCompare(one.to));
    expect(toReporter).toMatchObject({
      from: 'Symbio <symbio@symbio.test>',
      to: 'Rita Reporter <rita@symbio.test>',
      subject: `[${key}] Tiles are blurred`,
    });
    expect(toReporter?.text).toContain(`https://symbio.test/issues/${key}`);
    expect(toReporter?.text).toContain('- Carl Colleague set its status to In Progress (was Open)');
    expect(toReporter?.text).toContain('- Carl Colleague wrote:\n  > Seen on sheet 4, too.');
    expect(toReporter?.text).not.toContain('Thank you.');
    expect(toAssignee?.text).toContain('- Rita Reporter wrote:\n  > Thank you.');
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('goes to people who are mentioned or assigned on evidence, but not to the author', async () => {
    const subject = { type: 'annotation', id: newId(), title: 'Gas holder', documentId: 'd-1', documentPageId: 'g-1' };
    const projectId = newId();
    readable.add(projectId);
    const by = { authorId: colleague.authorId, authorName: colleague.name };
    await events.publish(evidenceCommentEvents.created, {
      entityId: newId(),
      scope: projectId,
      actor: eventActor(colleague),
      data: EvidenceCommentEvent.fromPartial({
        comment: { projectId, subject, content: '@Rita Reporter please check.', ...by },
        notifiedIds: [reporter.sub, colleague.sub],
        projectTitle: 'Riverside',
      }),
    });
    await events.publish(assignmentEvents.changed, {
      entityId: subject.id,
      scope: projectId,
      actor: eventActor(colleague),
      data: EvidenceAssignmentEvent.fromPartial({
        assignment: {
          ...{ projectId, subject, assignedById: colleague.authorId, assignedByName: colleague.name },
          assignee: { userId: reporter.sub, name: reporter.name },
        },
        projectTitle: 'Riverside',
      }),
    });
    await eventually(async () => expect(await waiting()).toBe(2));
    clock.advance(DELAY_SECONDS * 1_000);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'Rita Reporter <rita@symbio.test>' });
    expect(mail?.subject).toMatch(/: Gas holder \(Riverside\)$/);
    expect(mail?.text).toContain(`/projects/${projectId}/documents/d-1?page=g-1&annotation=${subject.id}`);
    expect(mail?.text).toContain('- Carl Colleague mentioned you:\n  > @Rita Reporter please check.');
    expect(mail?.text).toContain('- Carl Colleague assigned this to you');
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('does not go to people who lost access to the project before it is due', async () => {
    const subject = { type: 'feature', id: newId(), title: 'Gas holder' };
    const projectId = newId();
    readable.add(projectId);
    await events.publish(evidenceCommentEvents.created, {
      entityId: newId(),
      scope: projectId,
      actor: eventActor(colleague),
      data: EvidenceCommentEvent.fromPartial({
        comment: { projectId, subject, content: '@Rita Reporter a secret.', authorName: colleague.name },
        notifiedIds: [reporter.sub],
      }),
    });
    await eventually(async () => expect(await waiting()).toBe(1));
    readable.delete(projectId);
    clock.advance(DELAY_SECONDS * 1_000);
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(await mails()).toEqual([]);
  });

  it('ends by its unfollow token, for this issue and person', async () => {
    const [one, other] = [await report(), await report()];
    await issues.updateIssue({ id: one.id, fields: { severity: 's0' } }, await callAs(colleague));
    await eventually(async () => expect(await waiting()).toBe(1));
    clock.advance(DELAY_SECONDS * 1_000);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    // sent notices must not count for the next check
    await eventually(async () => expect(await waiting()).toBe(0));
    const token = /unfollow\?token=(\S+)/.exec((await mails())[0]!.text)?.[1];

    const gateway = await callAs(serviceActor('gateway'));
    expect(await issues.unfollowByToken({ token }, gateway)).toMatchObject({
      key: one.key,
      title: 'Tiles are blurred',
    });
    expect(await outcomeOf(issues.unfollowByToken({ token }, gateway))).toBe('OK');
    expect(await outcomeOf(issues.unfollowByToken({ token: `${token}x` }, gateway))).toBe('INVALID_ARGUMENT');
    expect(await outcomeOf(issues.unfollowByToken({ token }, await callAs(reporter)))).toBe('PERMISSION_DENIED');

    await issues.updateIssue({ id: one.id, fields: { severity: 's1' } }, await callAs(colleague));
    await issues.updateIssue({ id: other.id, fields: { severity: 's1' } }, await callAs(colleague));
    await eventually(async () => expect(await waiting()).toBe(1));
    clock.advance(DELAY_SECONDS * 1_000);
    await eventually(async () => expect(await mails()).toHaveLength(2));
    expect((await mails())[1]!.subject).toContain(other.key);
  });
});
