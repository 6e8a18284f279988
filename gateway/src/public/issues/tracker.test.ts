import { AppError, newId } from '@symbio/runtime';
import { Comment, Issue, ListIssuesRequest } from '@symbio/proto/issue';
import { NOT_OWN_PATH } from '@symbio/proto/issue/path';
import { notOneLine } from '@symbio/proto/lines';
import type { Clients } from '../../clients.js';
import { closeServers } from '../../testing.js';
import { servePublic } from '../testing.js';
import { issues } from './index.js';

afterEach(closeServers);

const current = Issue.fromPartial({
  ...{ id: newId(), number: 12, key: 'SYM-12', title: 'As it is now' },
  ...{ type: 'bug', severity: 's2', status: 'open' },
});

async function gateway(answers: Record<string, (request: never) => unknown> = {}) {
  const asked: { method: string; request: Record<string, unknown> }[] = [];
  const issue = new Proxy(
    {},
    {
      get: (_target, method: string) => async (request: never) => {
        asked.push({ method, request });
        await Promise.resolve();
        return answers[method]?.(request) ?? { issue: current };
      },
    },
  );
  const served = await servePublic(issues({ issue } as unknown as Clients), { publicUrl: 'https://symbio.example' });
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = method === 'GET' ? await served.get(path) : await served.send(method, path, body);
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };
  return { send, asked, last: () => asked.at(-1) };
}

describe('the list of issues over HTTP', () => {
  const empty = { listIssues: () => ({ issues: [], pageInfo: undefined }) };

  it('passes on filters with one or several values, search, order and page', async () => {
    const { send, last } = await gateway(empty);
    const id = newId();
    await send(
      'GET',
      `/issues?type=bug&severity=s0,s1&status=open, closed&assignee=me,none,${id}&reporter=me&label=a,b,a&updated_after=2026-11-22T09:30:00Z` +
        '&search=tiles%20SYM-3&sort=title&order=asc&deleted=true&page=2&per_page=50',
    );
    expect(last()?.request).toEqual(
      ListIssuesRequest.fromPartial({
        paging: { page: 2, perPage: 50 },
        types: ['bug'],
        severities: ['s0', 's1'],
        statuses: ['open', 'closed'],
        assignees: ['me', 'none', id],
        reporters: ['me'],
        labels: ['a', 'b'],
        search: 'tiles SYM-3',
        sort: 'title',
        order: 'asc',
        deleted: true,
        updatedAfter: new Date('2026-11-22T09:30:00Z'),
      }),
    );
    await send('GET', '/issues?label=,');
    expect(last()?.request).toMatchObject({ statuses: [], labels: [], deleted: false });
  });

  it.each([
    ['assignee=somebody', { assignee: 'assignee must be me, none or the id of a user' }],
    ['reporter=none', { reporter: 'reporter must be me or the id of a user' }],
    ['deleted=yes', { deleted: 'deleted must be true or false' }],
    ['status=open,done', { status: 'Status must be one of open, in_progress, deployed, closed' }],
    ['label=a&label=b', { label: 'Give label once' }],
    ['type=', { type: 'type is empty' }],
    ['per_page=101', { per_page: 'per_page must be at most 100' }],
  ])('rejects ?%s', async (query, fields) => {
    const { send, asked } = await gateway(empty);
    expect(await send('GET', `/issues?${query}`)).toMatchObject({ status: 400, body: { fields } });
    expect(asked).toEqual([]);
  });
});

describe('an issue over HTTP', () => {
  it('is identified by id or key, ignoring case', async () => {
    const { send, asked } = await gateway({ listHistory: () => ({ entries: [] }) });
    for (const name of ['SYM-12', 'sym-12', current.id])
      expect((await send('GET', `/issues/history?issue_id=${name}`)).status).toBe(200);
    expect(asked.map(({ request }) => request['issueId'])).toEqual(['SYM-12', 'sym-12', current.id]);
    expect((await send('PUT', '/issues', { title: 'x' })).body).toMatchObject({ fields: { id: 'id is required' } });
    expect(asked).toHaveLength(3);
  });

  it('has number, key, labels, links, followers, context and screenshots with thumbnails', async () => {
    const issue = Issue.fromPartial({
      ...current,
      labels: ['viewer'],
      links: [{ type: 'blocks', issue: { id: 'o', number: 3, key: 'SYM-3', title: 'Other', status: 'open' } }],
      context: [{ name: 'Browser', value: 'Firefox' }],
      followers: [{ id: 'u1', name: 'Ada' }],
      following: true,
      commentCount: 2,
      screenshots: [{ id: 's', width: 10, height: 20, thumbnailUrl: '/files/t', url: '/files/s' }, { id: 'old' }],
    });
    const { send } = await gateway({ getIssue: () => ({ issue }) });
    expect((await send('GET', '/issues?id=SYM-12')).body['issue']).toMatchObject({
      number: 12,
      key: 'SYM-12',
      labels: ['viewer'],
      links: [{ type: 'blocks', issue: { id: 'o', number: 3, key: 'SYM-3', title: 'Other', status: 'open' } }],
      context: [{ name: 'Browser', value: 'Firefox' }],
      followers: [{ id: 'u1', name: 'Ada' }],
      following: true,
      comment_count: 2,
      deleted_at: null,
      deleted_by_name: null,
      screenshots: [
        {
          ...{ id: 's', width: 10, height: 20 },
          ...{ url: 'https://symbio.example/files/s', thumbnail_url: 'https://symbio.example/files/t' },
        },
        { id: 'old', width: null, height: null, thumbnail_url: null },
      ],
    });
  });

  it('accepts labels and context, validated', async () => {
    const { send, last } = await gateway();
    const context = [{ name: 'Browser', value: 'Firefox' }];
    expect((await send('POST', '/issues', { title: 't', description: 'd', labels: ['a'], context })).status).toBe(201);
    expect(last()?.request).toMatchObject({ context, fields: { title: 't', labels: { labels: ['a'] } } });
    await send('PUT', '/issues?id=SYM-12', { labels: [], assignee: null });
    expect(last()?.request).toMatchObject({ fields: { labels: { labels: [] }, assignee: '' } });
    await send('PUT', '/issues?id=SYM-12', { title: 'x' });
    expect(last()?.request).toMatchObject({ fields: { labels: undefined, assignee: undefined } });
    for (const [wrong, fields] of [
      [{ labels: 'a' }, { labels: 'labels must be a list' }],
      [{ labels: ['a,b'] }, { 'labels.0': 'A label has no comma' }],
      [
        { context: [{ name: 'a', value: 'b', more: 1 }], title: 'a\nb' },
        { 'context.0.more': 'Unknown field "more"', title: notOneLine('Title') },
      ],
      [{}, { title: 'Title is required', description: 'Description is required' }],
    ] as const)
      expect(await send('POST', '/issues', wrong)).toMatchObject({ status: 400, body: { fields } });
  });

  it.each(['javascript:alert(1)', '//evil.test/x', '/\\evil.test', 'https://evil.test', 'projects'])(
    'was not reported at %s: others follow its path as a link (ISSUE-14)',
    async (path) => {
      const { send, asked } = await gateway();
      const input = { title: 't', description: 'd', path };
      expect(await send('POST', '/issues', input)).toMatchObject({
        status: 400,
        body: { fields: { path: NOT_OWN_PATH } },
      });
      expect(asked).toEqual([]);
      expect((await send('POST', '/issues', { ...input, path: '/projects/1?a=b#c' })).status).toBe(201);
    },
  );

  it('has comments, by page and by change; both spellings of the id work (OP-54)', async () => {
    const comments = [1, 2, 3].map((n) =>
      Comment.fromPartial({ id: `${n}`, issueId: current.id, updatedAt: new Date(`2026-11-2${n}T00:00:00Z`) }),
    );
    const { send, last } = await gateway({
      listComments: () => ({ comments }),
      createComment: () => ({ comment: comments[0] }),
      updateComment: () => ({ comment: comments[0] }),
    });
    expect((await send('GET', '/issues/comments?issue_id=SYM-12&per_page=2&page=2')).body).toMatchObject({
      ...{ data: [{ id: '3' }], count: 3, total_pages: 2 },
    });
    expect(
      (await send('GET', '/issues/comments?issue_id=SYM-12&updated_after=2026-11-22T00:00:00Z')).body,
    ).toMatchObject({ data: [{ id: '3' }], count: 1 });
    expect((await send('POST', '/issues/comments', { issueId: 'SYM-12', content: 'Me too.' })).status).toBe(201);
    expect(last()?.request).toMatchObject({ issueId: 'SYM-12', content: 'Me too.' });
    expect((await send('POST', '/issues/comments', { content: ' ' })).body).toMatchObject({
      fields: { content: 'Comment is required', issue_id: 'issue_id is required' },
    });
    const change = { id: current.id, issue_id: 'SYM-12', content: 'x', updated_at: '2026-11-22T10:00:00.000Z' };
    expect((await send('PUT', '/issues/comments', change)).status).toBe(200);
    expect(last()?.request).toMatchObject({ expectedUpdatedAt: new Date(change.updated_at) });
    expect((await send('PUT', '/issues/comments', {})).body).toMatchObject({
      fields: { id: 'id is required', issueId: 'issueId is required', content: 'Comment is required' },
    });
  });

  it('that another user changed is refused together with its current state', async () => {
    const stale = () => {
      throw new AppError('ABORTED', 'stale', 'This issue was changed by someone else in the meantime.', {
        fields: { title: 'Someone else has changed this in the meantime' },
      });
    };
    const { send, asked } = await gateway({ updateIssue: stale });
    const seen = '2026-11-22T10:00:00.000Z';
    expect(await send('PUT', '/issues?id=SYM-12', { title: 'Mine', updated_at: seen })).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        error: 'This issue was changed by someone else in the meantime.',
        fields: { title: 'Someone else has changed this in the meantime' },
        issue: { key: 'SYM-12', title: 'As it is now' },
      },
    });
    expect(asked[0]?.request).toMatchObject({ id: 'SYM-12', expectedUpdatedAt: new Date(seen) });
    expect((await send('PUT', '/issues?id=SYM-12', { updated_at: 'yesterday' })).status).toBe(400);
  });

  it('that does not exist is an ordinary error', async () => {
    const { send } = await gateway({
      updateIssue: () => {
        throw new AppError('NOT_FOUND', 'not_found', 'Issue not found');
      },
    });
    expect(await send('PUT', '/issues?id=SYM-12', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('operations on issues over HTTP', () => {
  it('delete, restore and follow', async () => {
    const { send, asked } = await gateway();
    expect((await send('DELETE', '/issues?id=SYM-12')).body).toEqual({ success: true });
    for (const [method, path] of [
      ['POST', '/issues/restore?id=SYM-12'],
      ['PUT', '/issues/follow?issue_id=SYM-12'],
      ['DELETE', '/issues/follow?issue_id=SYM-12'],
    ] as const)
      expect((await send(method, path)).body).toMatchObject({ issue: { key: 'SYM-12' } });
    expect(asked.map(({ method }) => method)).toEqual(['deleteIssue', 'restoreIssue', 'followIssue', 'unfollowIssue']);
  });

  it('change several at once, with a result for each', async () => {
    const results = [
      { id: 'SYM-12', outcome: { $case: 'issue', value: current } },
      { id: 'SYM-13', outcome: { $case: 'error', value: { code: 'not_found', message: 'Issue not found' } } },
    ];
    const { send, last } = await gateway({ batchUpdateIssues: () => ({ results }) });
    const ids = ['SYM-12', 'SYM-13'];
    const input = { ids, status: 'closed', assignee: null, labels_add: ['a'] };
    expect((await send('POST', '/issues/batch', input)).body).toEqual({
      data: [
        { id: 'SYM-12', issue: expect.objectContaining({ key: 'SYM-12' }) as unknown },
        { id: 'SYM-13', error: 'Issue not found', code: 'not_found' },
      ],
    });
    expect(last()?.request).toEqual({
      ids,
      status: 'closed',
      severity: undefined,
      assignee: '',
      labelsAdd: ['a'],
      labelsRemove: [],
      delete: false,
    });
    expect((await send('POST', '/issues/batch', { ids: 'SYM-12' })).status).toBe(400);
  });

  it('link and unlink', async () => {
    const { send, last } = await gateway();
    const other = newId();
    await send('POST', '/issues/links', { issue_id: 'SYM-12', type: 'blocks', other_id: other });
    expect(last()).toEqual({
      method: 'linkIssues',
      request: { issueId: 'SYM-12', type: 'blocks', otherId: other },
    });
    await send('DELETE', `/issues/links?issue_id=SYM-12&type=blocks&other_id=${other}`);
    expect(last()?.method).toBe('unlinkIssues');
    expect((await send('POST', '/issues/links', {})).body).toMatchObject({
      fields: { issue_id: 'issue_id is required', type: 'type is required', other_id: 'other_id is required' },
    });
  });

  it('list similar issues, labels and histories', async () => {
    const at = new Date('2026-11-22T10:00:00Z');
    const changes = [{ field: 'title', from: 'Old', to: 'New' }, { field: 'assignee' }];
    const { send, last } = await gateway({
      findSimilarIssues: () => ({ issues: [{ id: 'i', number: 3, key: 'SYM-3', title: 'Alike', status: 'open' }] }),
      listLabels: () => ({ labels: [{ label: 'viewer', count: 3 }] }),
      listHistory: () => ({ entries: [{ id: 'h', at, authorId: 'u1', authorName: 'Ada', changes }] }),
    });
    expect((await send('GET', '/issues/similar?text=blurred')).body).toMatchObject({
      data: [{ id: 'i', number: 3, key: 'SYM-3', title: 'Alike', status: 'open' }],
    });
    expect(last()?.request).toEqual({ text: 'blurred' });
    expect((await send('GET', '/issues/labels')).body).toMatchObject({
      data: [{ label: 'viewer', count: 3 }],
      count: 1,
    });
    expect((await send('GET', '/issues/history?issue_id=SYM-12')).body).toMatchObject({
      data: [
        {
          id: 'h',
          at: at.toISOString(),
          author_id: 'u1',
          author_name: 'Ada',
          changes: [
            { field: 'title', from: 'Old', to: 'New' },
            { field: 'assignee', from: null, to: null },
          ],
        },
      ],
      count: 1,
    });
  });
});
