import { jest } from '@jest/globals';
import { createLogger, createMetrics } from '@symbio/runtime';
import type { Mail } from '@symbio/mail';
import type { IssueAccess } from '@symbio/proto/issue/vocabulary';
import type { NewNotice, NoticeRepository } from './notice-repository.js';
import type { NoticeRow } from '../model.js';
import { recordNotices, type SourceEvent } from './recording.js';
import { sendDue, type Address } from './sending.js';

/** Always due, also after a failed attempt. */
function memoryNotices() {
  const rows = new Map<string, NoticeRow>();
  const of = (claim: string) => [...rows.values()].filter((row) => row.claim === claim);
  const release = jest.fn((claim: string) => {
    for (const row of of(claim)) rows.set(row._id, { ...row, claim: undefined, tries: row.tries + 1 });
    return Promise.resolve();
  });
  let claims = 0;
  const repository: NoticeRepository = {
    add(eventId, notice: NewNotice) {
      const _id = `${eventId}:${notice.userId}`;
      if (!rows.has(_id)) rows.set(_id, { ...notice, _id, dueAt: new Date(), tries: 0 });
      return Promise.resolve();
    },
    due: () => Promise.resolve([...new Set([...rows.values()].map(({ userId }) => userId))]),
    take(userId) {
      const claim = `claim-${++claims}`;
      for (const row of rows.values()) if (row.userId === userId && !row.claim) rows.set(row._id, { ...row, claim });
      return Promise.resolve({ claim, rows: of(claim) });
    },
    done: (claim) => Promise.resolve(of(claim).forEach(({ _id }) => rows.delete(_id))),
    release: release,
    count: () => Promise.resolve(rows.size),
  };
  return { rows, repository, release };
}

const happened = (over: Partial<SourceEvent> = {}): SourceEvent => ({
  eventId: 'e-1',
  issueId: 'i-1',
  byId: 'ada',
  by: 'Ada Marsh',
  at: new Date(),
  changes: [{ field: 'status', from: 'Open', to: 'Closed' }],
  ...over,
});
const issue = { key: 'SYM-1', title: 'Grey tiles', followers: ['ada', 'ben', 'cleo', 'ben'] };
const ADDRESSES: Address[] = [
  { userId: 'ben', name: 'Ben Ito', email: 'ben@x.test', role: 'customer', organizationId: '' },
  { userId: 'cleo', name: 'Cleo', email: 'cleo@x.test', role: 'symbio', organizationId: '' },
];

function system(issueAccess: IssueAccess = 'everyone') {
  const notices = memoryNotices();
  const sent: { to: string; mail: Mail; oneClick: string | undefined }[] = [];
  const server = { isDown: false };
  /** Projects by person, at the time of sending. */
  const readable = new Map([['ben', ['p-1', 'p-2']]]);
  const metrics = createMetrics('test');
  const run = sendDue({
    repository: notices.repository,
    addressesOf: (ids) => Promise.resolve(ADDRESSES.filter(({ userId }) => ids.includes(userId))),
    readableOf: ({ userId }, ids) => Promise.resolve(new Set(ids.filter((id) => readable.get(userId)?.includes(id)))),
    send: ({ email }, mail, oneClick) => {
      if (server.isDown) return Promise.reject(new Error('connection refused'));
      sent.push({ to: email, mail, oneClick });
      return Promise.resolve();
    },
    linksFor: (userId) => ({
      issue: (key) => `/issues/${key}`,
      page: (path) => path,
      unfollow: (id) => `/unfollow?token=${userId}-${id}`,
      oneClick: (id) => `/api/issue-unfollow?token=${userId}-${id}`,
    }),
    issueAccess,
    metrics,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const record = recordNotices(notices.repository, 1_000);
  return { ...notices, sent, server, readable, record, run: () => run(new AbortController().signal), metrics };
}

describe('mail about issues', () => {
  it('goes to each follower once, but not to the author of the change', async () => {
    const { record, run, sent, rows } = system();
    await record(happened(), issue);
    await record(happened(), issue); // the same event again
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['ben@x.test', 'cleo@x.test']);
    expect(sent[0]).toMatchObject({
      mail: { subject: '[SYM-1] Grey tiles' },
      oneClick: '/api/issue-unfollow?token=ben-i-1',
    });
    expect(rows.size).toBe(0);
    await run();
    expect(sent).toHaveLength(2);
  });

  it('combines everything due, without a one-click URL when it is about several issues', async () => {
    const { record, run, sent } = system();
    const followers = ['ben'];
    for (const n of [1, 2, 3])
      await record(happened({ eventId: `e-${n}`, issueId: `i-${n % 2}` }), { ...issue, followers });
    await run();
    expect(sent).toMatchObject([{ mail: { subject: '3 changes in 2 issues' }, oneClick: undefined }]);
  });

  it('reaches customers only about their own issues where staff alone see all', async () => {
    const { record, run, sent, rows } = system('staff');
    await record(happened(), { ...issue, reporterId: 'cleo' });
    await record(happened({ eventId: 'e-2', issueId: 'i-2' }), { ...issue, key: 'SYM-2', reporterId: 'ben' });
    await record(happened({ eventId: 'e-3' }), { ...issue, key: '', path: '/projects/p-1/p', followers: ['ben'] });
    await run();
    expect(sent.map(({ to, mail }) => [to, mail.text.match(/SYM-\d(?= Grey)|^\/projects\/p-1/gm)])).toEqual([
      ['ben@x.test', ['SYM-2', '/projects/p-1']],
      ['cleo@x.test', ['SYM-1', 'SYM-2']],
    ]);
    expect(rows.size).toBe(0);
  });

  it('leaves out issues of another organization than that of the follower (decision 0158)', async () => {
    const { record, run, sent, rows } = system();
    await record(happened(), { ...issue, organizationId: 'north' });
    await run();
    // of the operator's staff
    expect(sent.map(({ to }) => to)).toEqual(['cleo@x.test']);
    expect(rows.size).toBe(0);
  });

  it('leaves out evidence of projects that the person may no longer read, also in a retry', async () => {
    const { record, run, sent, server, readable, rows } = system();
    for (const project of ['p-1', 'p-2'])
      await record(
        happened({ eventId: project, changes: [{ field: 'mention', from: '', to: `secret of ${project}` }] }),
        {
          ...{ key: '', title: 'Tank', path: `/projects/${project}/insights?feature=f` },
          followers: ['ben'],
        },
      );
    server.isDown = true;
    await run();
    server.isDown = false;
    readable.set('ben', ['p-2']);
    await run();
    expect(sent.map(({ mail }) => mail.text.match(/secret of p-\d/g))).toEqual([['secret of p-2']]);

    await record(happened({ eventId: 'e-9' }), {
      ...issue,
      key: '',
      path: '/projects/p-1/insights',
      followers: ['ben'],
    });
    await run();
    expect([sent.length, rows.size]).toEqual([1, 0]);
  });

  it('is retried while the mail server is unavailable, and finally dropped', async () => {
    const { record, run, sent, server, release, rows, metrics } = system();
    await record(happened(), { ...issue, followers: ['ben'] });
    server.isDown = true;
    await run();
    expect(release).toHaveBeenCalledWith('claim-1', 60_000);
    server.isDown = false;
    await run();
    expect(sent).toHaveLength(1);

    await record(happened({ eventId: 'e-2' }), { ...issue, followers: ['ben'] });
    server.isDown = true;
    for (let tries = 0; tries < 6; tries++) await run();
    expect(rows.size).toBe(0);
    const outcomes = (await metrics.mails.get()).values.map(({ labels, value }) => [labels.outcome, value]);
    expect(outcomes).toEqual([
      ['failed', 6],
      ['sent', 1],
      ['given_up', 1],
    ]);
  });

  it('is not kept for people without an address', async () => {
    const { record, run, sent, rows } = system();
    await record(happened(), { ...issue, followers: ['nobody'] });
    await run();
    expect(sent).toEqual([]);
    expect(rows.size).toBe(0);
  });
});
