import { newId } from '@symbio/runtime';
import { Comment, Issue } from '@symbio/proto/issue';
import type { Clients } from '../../clients.js';
import { closeServers } from '../../testing.js';
import { servePublic } from '../testing.js';
import { issues } from './index.js';

afterEach(closeServers);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
async function gateway() {
  const asked: { id: string }[] = [];
  const issue = {
    createIssue: (request: { id: string }) => {
      asked.push(request);
      return Promise.resolve({ issue: Issue.create({ id: request.id, type: 'bug', severity: 's2', status: 'open' }) });
    },
    createComment: (request: { id: string }) => {
      asked.push(request);
      return Promise.resolve({ comment: Comment.create({ id: request.id }) });
    },
  };
  const { send } = await servePublic(issues({ issue } as unknown as Clients));
  const post = (path: string, body: object) => send('POST', path, body);
  return { post, asked };
}

describe.each([
  ['an issue', '/issues', { title: 'Tiles are blurred', description: 'On page 3.' }],
  ['a comment', '/issues/comments', { issue_id: newId(), content: 'Me too.' }],
])('creating %s over HTTP', (_what, path, body) => {
  it('passes on the client’s id, or generates one, so that the service call can be retried', async () => {
    const { post, asked } = await gateway();
    const id = newId();
    expect((await post(path, { ...body, id })).status).toBe(201);
    expect((await post(path, body)).status).toBe(201);
    expect(asked.map((request) => request.id)).toEqual([id, expect.stringMatching(UUID)]);
  });

  it.each([
    [{ id: 'mine' }, { id: 'id must be a UUID' }],
    [{ ide: newId() }, { ide: 'Unknown field "ide"' }],
  ])('refuses %j', async (more, fields) => {
    const { post, asked } = await gateway();
    expect(await post(path, { ...body, ...more })).toMatchObject({ status: 400, body: { fields } });
    expect(asked).toEqual([]);
  });
});
