import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId, type CallParent, type Client, type RunningService } from '@symbio/kit';
import {
  TestClock,
  administrator,
  callAs,
  callAsService,
  eventLog,
  eventually,
  fakeService,
  forger,
  nobody,
  outcomeOf,
  person,
  queryPlans,
  testClient,
  testConfig,
  type EventLog,
} from '@symbio/kit/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService, type AddScreenshotRequest, type Issue, type IssueFields } from '@symbio/proto/issue';
import type { IssueConfig } from '../src/config.js';
import { MAX_BYTES } from '../src/screenshots.js';
import { start } from '../src/start.js';

const clock = new TestClock();
const reporter = person({ name: 'Rita Reporter' });
const colleague = person({ name: 'Carl Colleague' });
const admin = administrator({ name: 'Ada Admin' });
const NAMES = Object.fromEntries([reporter, colleague, admin].map(({ sub, name }) => [sub, name]));
const blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-issues-'));

let config: IssueConfig & { MONGODB_DB: string };
let identity: Awaited<ReturnType<typeof fakeService>>;
let service: RunningService;
let issues: Client<typeof IssueServiceService>;
let connected: ReturnType<typeof testClient<typeof IssueServiceService>>;
let log: EventLog;

const fields = (overrides: IssueFields = {}): IssueFields => ({
  title: 'Tiles are blurred',
  description: 'On **page 3**.',
  path: '/projects/1/insights',
  ...overrides,
});
const report = async (overrides: IssueFields = {}, actor = reporter): Promise<Issue> => {
  const { issue } = await issues.createIssue({ fields: fields(overrides) }, await callAs(actor));
  if (!issue) throw new Error('no issue');
  clock.advance(1_000);
  return issue;
};
const get = async (id: string): Promise<Issue> => {
  const { issue } = await issues.getIssue({ id }, await callAs(reporter));
  if (!issue) throw new Error('no issue');
  return issue;
};

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of a picture')]);
/** An upload as the gateway sends it: the header, then the file in pieces. */
// eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the call takes
async function* upload(
  issueId: string,
  file: Buffer,
  fileName = 'screen.png',
  piece = 64 * 1024,
): AsyncGenerator<AddScreenshotRequest> {
  yield { part: { $case: 'header', value: { issueId, fileName } } };
  for (let at = 0; at < file.length; at += piece)
    yield { part: { $case: 'chunk', value: file.subarray(at, at + piece) } };
}
const addScreenshot = async (issueId: string, file: Buffer = PNG, fileName?: string, piece?: number) =>
  (await issues.addScreenshot(upload(issueId, file, fileName, piece), await callAs(reporter))).screenshot;

beforeAll(async () => {
  identity = await fakeService(IdentityServiceService, {
    getUserNames: ({ ids }) =>
      Promise.resolve({ names: Object.fromEntries(ids.flatMap((id) => (NAMES[id] ? [[id, NAMES[id]]] : []))) }),
  });
  config = {
    ...testConfig('issue'),
    SYMBIO_IDENTITY_ADDR: identity.address,
    BLOB_DIR: blobDir,
    FILES_SECRET: 'a-secret-only-for-files-in-tests',
    FILES_PUBLIC_URL: '',
  };
  log = await eventLog(config, 'issue');
  service = await start(config, clock);
  connected = testClient(IssueServiceService, service.address);
  issues = connected.client;
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await identity.close();
  await log.close();
  rmSync(blobDir, { recursive: true, force: true });
});

describe('reporting an issue', () => {
  it('fills in type, severity, status and the names (ISSUE-31, ISSUE-43, DATA-23)', async () => {
    const issue = await report({ assignee: colleague.sub });
    expect(issue).toMatchObject({
      title: 'Tiles are blurred',
      type: 'bug',
      severity: 's2',
      status: 'open',
      assignee: colleague.sub,
      assigneeName: 'Carl Colleague',
      reporterId: reporter.sub,
      reporterName: 'Rita Reporter',
      path: '/projects/1/insights',
      screenshots: [],
    });
    await eventually(() => {
      expect(log.heard).toContainEqual(
        expect.objectContaining({
          name: 'issue.created',
          data: expect.objectContaining({ issue: expect.objectContaining({ id: issue.id }) as unknown }) as unknown,
        }),
      );
    });
  });

  it('takes the name the profile has now, not the one in the token', async () => {
    expect((await report({}, { ...reporter, name: 'An old name' })).reporterName).toBe('Rita Reporter');
  });

  it('needs no assignee, but one that exists (ISSUE-32)', async () => {
    const issue = await report();
    expect(issue.assignee).toBeUndefined();
    expect(issue.assigneeName).toBe('');
    await expect(report({ assignee: newId() })).rejects.toMatchObject({
      fields: { assignee: 'There is no such user' },
    });
  });

  it('names every bad field at once (ISSUE-28 to ISSUE-31)', async () => {
    await expect(report({ title: '', description: '', severity: 's9' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        title: 'Title is required',
        description: 'Description is required',
        severity: 'Severity must be one of s0, s1, s2, s3, s4',
      },
    });
  });
});

describe('changing an issue (AUTH-39)', () => {
  it('is for anybody: fields, assignee, any status after any other (ISSUE-09)', async () => {
    const { id } = await report();
    const parent = await callAs(colleague);
    for (const status of ['closed', 'open', 'deployed', 'in_progress'])
      expect((await issues.updateIssue({ id, fields: { status } }, parent)).issue?.status).toBe(status);
    const assigned = await issues.updateIssue({ id, fields: { assignee: colleague.sub } }, parent);
    expect(assigned.issue).toMatchObject({ assigneeName: 'Carl Colleague', title: 'Tiles are blurred' });
    const freed = await issues.updateIssue({ id, fields: { assignee: '', title: 'Blurred' } }, parent);
    expect(freed.issue).toMatchObject({ title: 'Blurred', assigneeName: '', reporterName: 'Rita Reporter' });
    expect(freed.issue?.assignee).toBeUndefined();
    expect((await get(id)).assignee).toBeUndefined();
  });
});

describe('the list', () => {
  it('shows the newest first, in pages, of all statuses or one (OP-36)', async () => {
    const made = [];
    for (const title of ['First', 'Second', 'Third']) made.push(await report({ title, status: 'deployed' }));
    const parent = await callAs(reporter);
    const page = (number: number) =>
      issues.listIssues({ status: 'deployed', paging: { page: number, perPage: 2 } }, parent);
    expect((await page(1)).issues.map(({ title }) => title)).toEqual(['Third', 'Second']);
    expect(await page(2)).toMatchObject({
      issues: [{ title: 'First' }],
      pageInfo: { page: 2, perPage: 2, totalPages: 2, count: 3 },
    });
    expect((await issues.listIssues({}, parent)).issues[0]?.title).toBe('Third');
    expect(await outcomeOf(issues.listIssues({ status: 'done' }, parent))).toBe('INVALID_ARGUMENT');
  });
});

describe('comments (ISSUE-36 to ISSUE-44, DATA-26)', () => {
  const comment = async (issueId: string, content: string, actor = reporter) => {
    const { comment: made } = await issues.createComment({ issueId, content }, await callAs(actor));
    clock.advance(1_000);
    return made;
  };

  it('carry their author’s name and are listed oldest first (OP-36)', async () => {
    const { id } = await report();
    await comment(id, 'One');
    await comment(id, ' Two ', colleague);
    const { comments } = await issues.listComments({ issueId: id }, await callAs(admin));
    expect(comments).toMatchObject([
      { issueId: id, content: 'One', commenterId: reporter.sub, commenterName: 'Rita Reporter' },
      { content: 'Two', commenterId: colleague.sub, commenterName: 'Carl Colleague' },
    ]);
    await eventually(() => {
      expect(log.heard.filter(({ name }) => name === 'comment.created').length).toBeGreaterThanOrEqual(2);
    });
  });

  it('are edited by their author only, administrators included (AUTH-40)', async () => {
    const { id } = await report();
    const made = await comment(id, 'Mine');
    const edit = (content: string, parent: CallParent, issueId = id) =>
      issues.updateComment({ id: made?.id, issueId, content }, parent);
    expect(await outcomeOf(edit('Yours', await callAs(colleague)))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(edit('Yours', await callAs(admin)))).toBe('PERMISSION_DENIED');
    const { comment: edited } = await edit('Mine, better', await callAs(reporter));
    expect(edited).toMatchObject({ content: 'Mine, better', createdAt: made?.createdAt });
    expect(edited?.updatedAt?.getTime()).toBeGreaterThan(made?.updatedAt?.getTime() ?? Infinity);
    expect(await outcomeOf(edit('Elsewhere', await callAs(reporter), newId()))).toBe('NOT_FOUND');
  });

  it('that are saved unchanged do not count as edited (ISSUE-36, ISSUE-42)', async () => {
    const { id } = await report();
    const made = await comment(id, 'As it is');
    const { comment: saved } = await issues.updateComment(
      { id: made?.id, issueId: id, content: 'As it is' },
      await callAs(reporter),
    );
    expect(saved?.updatedAt).toEqual(made?.updatedAt);
  });

  it('are required, at most 5000 characters, and belong to an issue there is (ISSUE-39, ISSUE-40)', async () => {
    const { id } = await report();
    await expect(comment(id, ' ')).rejects.toMatchObject({ fields: { content: 'Comment is required' } });
    await expect(comment(id, 'c'.repeat(5_001))).rejects.toMatchObject({ fields: { content: 'Comment is too long' } });
    expect(await outcomeOf(comment(newId(), 'Lost'))).toBe('NOT_FOUND');
    expect(await outcomeOf(issues.listComments({ issueId: newId() }, await callAs(reporter)))).toBe('NOT_FOUND');
  });
});

describe('screenshots (DATA-25, OP-36)', () => {
  it('are kept under the issue’s folder, byte for byte, and shown with signed addresses (CONST-03)', async () => {
    const { id } = await report();
    const added = await addScreenshot(id, PNG, 'my screen.png', 3);
    expect(added).toMatchObject({
      issueId: id,
      fileName: 'my screen.png',
      mimeType: 'image/png',
      fileSize: PNG.length,
    });
    expect(added?.path).toBe(`issues/${id}/${added?.id}.png`);
    expect(added?.url).toMatch(new RegExp(`^/files/b/issues/${id}/.*sig=`));
    expect(readFileSync(path.join(blobDir, added?.path ?? '')).equals(PNG)).toBe(true);
    const { screenshots } = await issues.listScreenshots({ issueId: id }, await callAs(colleague));
    expect(screenshots).toEqual((await get(id)).screenshots);
    expect(screenshots.map((each) => each.id)).toEqual([added?.id]);
  });

  it('must be pictures inside (ISSUE-34)', async () => {
    const { id } = await report();
    await expect(addScreenshot(id, Buffer.from('%PDF-1.7 pretends'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Only image files are allowed',
    });
    expect(await outcomeOf(addScreenshot(id, Buffer.alloc(0)))).toBe('INVALID_ARGUMENT');
    expect(await outcomeOf(addScreenshot(id, PNG, ' '))).toBe('INVALID_ARGUMENT');
    expect(await outcomeOf(addScreenshot(newId()))).toBe('NOT_FOUND');
    expect((await get(id)).screenshots).toEqual([]);
  });

  it('have at most 10 MB, and one byte more leaves nothing behind (CONST-22)', async () => {
    const { id } = await report();
    const file = Buffer.alloc(MAX_BYTES + 1);
    PNG.copy(file);
    expect((await addScreenshot(id, file.subarray(0, MAX_BYTES)))?.fileSize).toBe(MAX_BYTES);
    await expect(addScreenshot(id, file)).rejects.toMatchObject({ code: 'OUT_OF_RANGE', reason: 'file_too_large' });
    expect((await get(id)).screenshots).toHaveLength(1);
  });

  it('are at most ten, also when added at once', async () => {
    const { id } = await report();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(addScreenshot(id))));
    expect(outcomes.filter((outcome) => outcome === 'OK').length).toBeLessThanOrEqual(10);
    while ((await get(id)).screenshots.length < 10) await addScreenshot(id);
    await expect(addScreenshot(id)).rejects.toMatchObject({ reason: 'too_many_screenshots' });
    expect((await get(id)).screenshots).toHaveLength(10);
  });

  it('are deleted with their file', async () => {
    const { id } = await report();
    const [one, two] = [await addScreenshot(id), await addScreenshot(id)];
    await issues.deleteScreenshot({ id: one?.id }, await callAs(colleague));
    expect((await get(id)).screenshots.map((each) => each.id)).toEqual([two?.id]);
    expect(existsSync(path.join(blobDir, one?.path ?? ''))).toBe(false);
    expect(await outcomeOf(issues.deleteScreenshot({ id: one?.id }, await callAs(colleague)))).toBe('NOT_FOUND');
  });
});

describe('deleting an issue', () => {
  it('takes comments and screenshots with it and tells others', async () => {
    const { id } = await report();
    const screenshot = await addScreenshot(id);
    const { comment } = await issues.createComment({ issueId: id, content: 'Gone soon' }, await callAs(reporter));
    await issues.deleteIssue({ id }, await callAs(colleague));
    expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
    expect(await outcomeOf(issues.deleteIssue({ id }, await callAs(colleague)))).toBe('NOT_FOUND');
    await eventually(async () => {
      expect(existsSync(path.join(blobDir, screenshot?.path ?? ''))).toBe(false);
      const edit = { id: comment?.id, issueId: id, content: 'Still there?' };
      expect(await outcomeOf(issues.updateComment(edit, await callAs(reporter)))).toBe('NOT_FOUND');
      expect(log.heard.map(({ name }) => name)).toContain('issue.deleted');
    });
  });
});

describe('access (AUTH-39)', () => {
  type Method = keyof typeof IssueServiceService;
  /** A request of somebody about an issue that somebody else reported. */
  const CALLS: { [K in Method]: (issue: Issue, parent: CallParent) => Promise<unknown> } = {
    listIssues: (_issue, parent) => issues.listIssues({}, parent),
    getIssue: ({ id }, parent) => issues.getIssue({ id }, parent),
    createIssue: (_issue, parent) => issues.createIssue({ fields: fields() }, parent),
    updateIssue: ({ id }, parent) => issues.updateIssue({ id, fields: { severity: 's0' } }, parent),
    deleteIssue: ({ id }, parent) => issues.deleteIssue({ id }, parent),
    listComments: ({ id }, parent) => issues.listComments({ issueId: id }, parent),
    createComment: ({ id }, parent) => issues.createComment({ issueId: id, content: 'Me too' }, parent),
    updateComment: async ({ id }, parent) => {
      const { comment } = await issues.createComment({ issueId: id, content: 'Mine' }, await callAs(reporter));
      return issues.updateComment({ id: comment?.id, issueId: id, content: 'Yours' }, parent);
    },
    addScreenshot: ({ id }, parent) => issues.addScreenshot(upload(id, PNG), parent),
    listScreenshots: ({ id }, parent) => issues.listScreenshots({ issueId: id }, parent),
    deleteScreenshot: async ({ id }, parent) => issues.deleteScreenshot({ id: (await addScreenshot(id))?.id }, parent),
  };
  const METHODS = Object.keys(CALLS) as Method[];
  const CALLERS = {
    customer: () => callAs(person()),
    staff: () => callAs(person({ role: 'symbio' })),
    admin: () => callAs(admin),
    key: () => callAs(administrator({ via: 'api_key', scopes: [newId()] })),
    service: () => callAsService('gateway'),
  };

  it('has a row for every method', () => {
    expect([...METHODS].sort()).toEqual(Object.keys(IssueServiceService).sort());
  });

  it.each(METHODS)(
    '%s is for everybody who is signed in, but for editing somebody’s comment (AUTH-40)',
    async (method) => {
      for (const [name, parent] of Object.entries(CALLERS)) {
        const outcome = await outcomeOf(CALLS[method](await report(), await parent()));
        expect([name, outcome]).toEqual([name, method === 'updateComment' ? 'PERMISSION_DENIED' : 'OK']);
      }
    },
  );

  it.each(METHODS)('%s wants a token, and one of ours (ERR-03)', async (method) => {
    const issue = await report();
    expect(await outcomeOf(CALLS[method](issue, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(CALLS[method](issue, await forger(admin)))).toBe('UNAUTHENTICATED');
  });
});

describe('queries', () => {
  it('use an index each', async () => {
    const { id } = await report();
    const screenshot = await addScreenshot(id);
    const parent = await callAs(reporter);
    const plans = await queryPlans(config, async () => {
      await issues.listIssues({}, parent);
      await issues.listIssues({ status: 'open' }, parent);
      await issues.getIssue({ id }, parent);
      await issues.listComments({ issueId: id }, parent);
      await issues.deleteScreenshot({ id: screenshot?.id }, parent);
    });
    expect(new Set(plans.map(({ collection }) => collection))).toEqual(new Set(['issues', 'comments']));
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
  });
});
