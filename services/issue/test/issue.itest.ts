import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { newId } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { callAs, forger, nobody } from '@symbio/rpc/testing';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { IssueServiceService, type AddScreenshotRequest, type Issue, type IssueFields } from '@symbio/proto/issue';
import sharp from 'sharp';
import { RESTORABLE_MS } from '../src/delete-and-restore.js';
import { MAX_BYTES } from '../src/uploads.js';
import { admin, colleague, fields, issueService, reporter, type IssueServiceUnderTest } from './service.js';

let { clock, issues, events, mongo, blobDir, report, get, eventsOf, another, stop } = {} as IssueServiceUnderTest;

const png = (r: number): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: { r, g: 90, b: 40 } } })
    .png()
    .toBuffer();
const PNG = await png(1);
/** Upload as sent by the gateway: header, then chunks. */
// eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the call takes
async function* upload(
  issueId: string,
  file: Buffer,
  fileName = 'screen.png',
  piece = 64 * 1024,
  id = '',
): AsyncGenerator<AddScreenshotRequest> {
  yield { part: { $case: 'header', value: { id, issueId, fileName } } };
  for (let at = 0; at < file.length; at += piece)
    yield { part: { $case: 'chunk', value: file.subarray(at, at + piece) } };
}
const addScreenshot = async (issueId: string, file: Buffer = PNG, fileName?: string, piece?: number) =>
  (await issues.addScreenshot(upload(issueId, file, fileName, piece), await callAs(reporter))).screenshot;

beforeAll(async () => {
  ({ clock, issues, events, mongo, blobDir, report, get, eventsOf, another, stop } = await issueService());
});
afterAll(() => stop());

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
      expect(events.published).toContainEqual(
        expect.objectContaining({
          name: 'issue.created',
          data: expect.objectContaining({ issue: expect.objectContaining({ id: issue.id }) as unknown }) as unknown,
        }),
      );
    });
  });

  it('again with the same client-generated id, concurrently, creates one row and one event', async () => {
    const id = newId();
    const again = async (over: IssueFields = {}, actor = reporter) =>
      (await issues.createIssue({ id, fields: fields(over) }, await callAs(actor))).issue;
    const made = await Promise.all(Array.from({ length: 5 }, () => again()));
    expect(new Set(made.map((issue) => issue?.id))).toEqual(new Set([id]));
    await issues.updateIssue({ id, fields: { title: 'Sharper tiles' } }, await callAs(colleague));
    expect(await again()).toMatchObject({ id, title: 'Sharper tiles' });
    await expect(again({ severity: 's0' })).rejects.toMatchObject({ reason: 'id_taken' });
    await expect(again({}, colleague)).rejects.toMatchObject({ reason: 'id_taken' });
    await eventually(() => {
      expect(eventsOf(id).map(({ name }) => name)).toEqual(['issue.created', 'issue.changed']);
    });
  });

  it('again after its deletion does not restore it', async () => {
    const id = newId();
    await issues.createIssue({ id, fields: fields() }, await callAs(reporter));
    await issues.deleteIssue({ id }, await callAs(colleague));
    await eventually(async () => {
      expect(await outcomeOf(issues.createIssue({ id, fields: fields() }, await callAs(reporter)))).toBe(
        'FAILED_PRECONDITION',
      );
      expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
    });
  });
});

describe('changing an issue (AUTH-39)', () => {
  it('is allowed to everyone; a removed assignee is absent, and identical values are not published', async () => {
    const { id, updatedAt } = await report();
    const parent = await callAs(colleague);
    const change = (to: IssueFields) => issues.updateIssue({ id, fields: to }, parent);
    expect((await change({ status: 'open', title: 'Tiles are blurred' })).issue?.updatedAt).toEqual(updatedAt);
    expect((await change({ assignee: colleague.sub })).issue).toMatchObject({ assigneeName: 'Carl Colleague' });
    await change({ assignee: '', status: 'closed' });
    expect(await get(id)).toMatchObject({ status: 'closed', assigneeName: '' });
    expect((await get(id)).assignee).toBeUndefined();
    await eventually(() => {
      expect(eventsOf(id).map(({ name }) => name)).toEqual(['issue.created', 'issue.changed', 'issue.changed']);
    });
  });
});

describe('the list', () => {
  it('is paged, newest first, of all statuses or one (OP-36)', async () => {
    const made = [];
    for (const title of ['First', 'Second', 'Third']) made.push(await report({ title, status: 'deployed' }));
    const parent = await callAs(reporter);
    const page = (number: number) =>
      issues.listIssues({ statuses: ['deployed'], paging: { page: number, perPage: 2 } }, parent);
    expect((await page(1)).issues.map(({ title }) => title)).toEqual(['Third', 'Second']);
    expect(await page(2)).toMatchObject({
      issues: [{ title: 'First' }],
      pageInfo: { page: 2, perPage: 2, totalPages: 2, count: 3 },
    });
    expect((await issues.listIssues({}, parent)).issues[0]?.title).toBe('Third');
  });
});

describe('comments (ISSUE-36 to ISSUE-44, DATA-26)', () => {
  const comment = async (issueId: string, content: string, actor = reporter, id = '') => {
    const { comment: made } = await issues.createComment({ id, issueId, content }, await callAs(actor));
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
  });

  it('are created once per client-generated id, and edited by their author', async () => {
    const { id: issueId } = await report();
    const id = newId();
    await Promise.all(Array.from({ length: 5 }, () => comment(issueId, 'Once', reporter, id)));
    await expect(comment(issueId, 'Twice', reporter, id)).rejects.toMatchObject({ reason: 'id_taken' });
    const edit = { id, issueId, content: 'Edited' };
    expect(await outcomeOf(issues.updateComment(edit, await callAs(admin)))).toBe('PERMISSION_DENIED');
    await issues.updateComment(edit, await callAs(reporter));
    expect(await comment(issueId, 'Once', reporter, id)).toMatchObject({ id, content: 'Edited' });
    expect((await issues.listComments({ issueId }, await callAs(admin))).comments).toHaveLength(1);
    await eventually(() => {
      expect(eventsOf(id).map(({ name }) => name)).toEqual(['comment.created', 'comment.changed']);
    });
  });
});

describe('screenshots (DATA-25, OP-36)', () => {
  it('are stored in the issue’s folder, re-encoded, with a thumbnail, and served with signed URLs (CONST-03)', async () => {
    const { id } = await report();
    const added = await addScreenshot(id, PNG, 'my screen.png', 3);
    expect(added).toMatchObject({
      issueId: id,
      fileName: 'my screen.png',
      mimeType: 'image/png',
      width: 8,
      height: 6,
    });
    expect(added?.path).toMatch(new RegExp(`^issues/${id}/[0-9a-f-]{36}\\.png$`));
    expect(added?.url).toMatch(new RegExp(`^/files/b/issues/${id}/.*sig=`));
    const file = readFileSync(path.join(blobDir, added?.path ?? ''));
    expect(added?.fileSize).toBe(file.length);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 8, height: 6 });
    expect(added?.thumbnailUrl).toMatch(new RegExp(`^/files/b/issues/${id}/.*small.webp.*sig=`));
    const { screenshots } = await issues.listScreenshots({ issueId: id }, await callAs(colleague));
    expect(screenshots).toEqual((await get(id)).screenshots);
    expect(screenshots.map((each) => each.id)).toEqual([added?.id]);
  });

  it('have at most 10 MB; a larger one leaves nothing behind (CONST-22)', async () => {
    const { id } = await report();
    const file = Buffer.alloc(MAX_BYTES + 1);
    PNG.copy(file);
    expect(await addScreenshot(id, file.subarray(0, MAX_BYTES))).toMatchObject({ width: 8, height: 6 });
    await expect(addScreenshot(id, file)).rejects.toMatchObject({ code: 'OUT_OF_RANGE', reason: 'file_too_large' });
    expect((await get(id)).screenshots).toHaveLength(1);
  });

  it('are added once per client-generated id, and at most ten, also concurrently', async () => {
    const { id } = await report();
    const shot = newId();
    const add = async (file: Buffer, screenshotId: string) =>
      (await issues.addScreenshot(upload(id, file, 'screen.png', 7, screenshotId), await callAs(reporter))).screenshot;
    const added = await Promise.all(Array.from({ length: 4 }, () => add(PNG, shot)));
    expect(new Set(added.map((each) => each?.path)).size).toBe(1);
    await expect(add(Buffer.concat([PNG, PNG]), shot)).rejects.toMatchObject({ reason: 'id_taken' });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(addScreenshot(id))));
    expect(outcomes.filter((outcome) => outcome === 'OK').length).toBeLessThanOrEqual(9);
    while ((await get(id)).screenshots.length < 10) await addScreenshot(id);
    await expect(addScreenshot(id)).rejects.toMatchObject({ reason: 'too_many_screenshots' });
    expect((await add(PNG, shot))?.id).toBe(shot);
    const kept = (await get(id)).screenshots.map((each) => path.basename(each.path)).sort();
    expect(kept).toHaveLength(10);
    // each file has a sidecar with its type
    const files = readdirSync(path.join(blobDir, 'issues', id)).filter((name) => /^[0-9a-f-]{36}\.png$/.test(name));
    expect(files.sort()).toEqual(kept);
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
  it('can be undone with comments and screenshots, and both are published', async () => {
    const { id } = await report();
    const screenshot = await addScreenshot(id);
    const { comment } = await issues.createComment({ issueId: id, content: 'Deleted soon' }, await callAs(reporter));
    await issues.deleteIssue({ id }, await callAs(colleague));
    expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
    expect(await outcomeOf(issues.deleteIssue({ id }, await callAs(colleague)))).toBe('NOT_FOUND');
    const edit = { id: comment?.id, issueId: id, content: 'Still there?' };
    expect(await outcomeOf(issues.updateComment(edit, await callAs(reporter)))).toBe('NOT_FOUND');
    const { issues: deleted } = await issues.listIssues({ deleted: true }, await callAs(reporter));
    expect(deleted.find((each) => each.id === id)).toMatchObject({ deletedByName: 'Carl Colleague' });
    await eventually(() => expect(eventsOf(id).map(({ name }) => name)).toContain('issue.deleted'));
    const { issue } = await issues.restoreIssue({ id }, await callAs(reporter));
    expect(issue).toMatchObject({ id, commentCount: 1, deletedAt: undefined });
    expect(issue?.screenshots.map((each) => each.id)).toEqual([screenshot?.id]);
    expect(existsSync(path.join(blobDir, screenshot?.path ?? ''))).toBe(true);
    await eventually(() => expect(eventsOf(id).map(({ name }) => name)).toContain('issue.restored'));
  });

  it('is permanent after 30 days, with comments, screenshots and links to it', async () => {
    const [{ id }, other] = [await report(), await report()];
    const screenshot = await addScreenshot(id);
    const parent = await callAs(colleague);
    const { comment } = await issues.createComment({ issueId: id, content: 'Deleted soon' }, parent);
    await issues.linkIssues({ issueId: other.id, type: 'duplicate_of', otherId: id }, parent);
    await issues.deleteIssue({ id }, parent);
    clock.advance(RESTORABLE_MS);
    expect(await outcomeOf(issues.restoreIssue({ id }, parent))).toBe('NOT_FOUND');
    // runs at startup
    const copy = await another();
    await eventually(async () => {
      expect(existsSync(path.join(blobDir, screenshot?.path ?? ''))).toBe(false);
      expect(await mongo.collection('comments').countDocuments({ _id: comment?.id as never })).toBe(0);
      expect(await mongo.collection('issues').countDocuments({ 'links.issueId': id })).toBe(0);
    });
    await copy.stop();
    // two replicas may publish the same event: the stream deduplicates, a plain subscriber does not
    expect(new Set(eventsOf(id).map(({ name }) => name))).toEqual(
      new Set(['issue.created', 'issue.changed', 'issue.deleted']),
    );
  });
});

it('every call requires a user or service token (ERR-03)', async () => {
  type Method = keyof typeof IssueServiceService;
  const CALLS: { [K in Method]: (issue: Issue, parent: CallParent) => Promise<unknown> } = {
    listIssues: (_issue, parent) => issues.listIssues({}, parent),
    getIssue: ({ id }, parent) => issues.getIssue({ id }, parent),
    createIssue: (_issue, parent) => issues.createIssue({ fields: fields() }, parent),
    restoreIssue: ({ id }, parent) => issues.restoreIssue({ id }, parent),
    batchUpdateIssues: ({ id }, parent) => issues.batchUpdateIssues({ ids: [id], status: 'closed' }, parent),
    findSimilarIssues: (_issue, parent) => issues.findSimilarIssues({ text: 'blurred tiles' }, parent),
    listLabels: (_issue, parent) => issues.listLabels({}, parent),
    listHistory: ({ id }, parent) => issues.listHistory({ issueId: id }, parent),
    linkIssues: ({ id }, parent) => issues.linkIssues({ issueId: id, type: 'blocks', otherId: newId() }, parent),
    unlinkIssues: ({ id }, parent) => issues.unlinkIssues({ issueId: id, type: 'blocks', otherId: newId() }, parent),
    followIssue: ({ id }, parent) => issues.followIssue({ issueId: id }, parent),
    unfollowIssue: ({ id }, parent) => issues.unfollowIssue({ issueId: id }, parent),
    unfollowByToken: (_issue, parent) => issues.unfollowByToken({ token: 'x' }, parent),
    suggestIssue: (_issue, parent) => issues.suggestIssue({ description: 'The tiles are grey' }, parent),
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
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(IssueServiceService).sort());
  const issue = await report();
  const strangers = [nobody(), await forger(admin)];
  for (const [method, call] of Object.entries(CALLS))
    for (const parent of strangers)
      expect([method, await outcomeOf(call(issue, parent))]).toEqual([method, 'UNAUTHENTICATED']);
});
