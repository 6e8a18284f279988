import { screen, waitFor, within } from '@testing-library/react';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { fakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { Comments } from './comments.js';
import type { EvidenceComment } from './comments-api.js';

const AT = '2026-11-20T12:00:00.000Z';
const comment = (over: Partial<EvidenceComment> = {}): EvidenceComment => ({
  id: 'c-1',
  project_id: project.id,
  subject: { type: 'annotation', id: 'n-1', title: 'Gas holder' },
  content: 'Two tanks, @Ben Ito?',
  author_id: 'a-ada',
  author_name: 'Ada Marsh',
  author_type: 'human',
  mentioned: [{ user_id: 'u-ben', name: 'Ben Ito' }],
  previous: [],
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  deleted_by_name: null,
  via: null,
  ...over,
});

function shown(comments: EvidenceComment[], role: ProjectRole = 'editor', assignments: object[] = []) {
  const server = fakeServer();
  const answer = { data: { id: 'u-ada', name: 'Ada Marsh', author_id: 'a-ada', permissions: {} } };
  server.on('GET /api/me', { json: answer });
  server.on('GET /api/public/comments', () => ({ json: { data: comments } }));
  server.on(`GET /api/projects/${project.id}/members`, {
    json: {
      data: [
        { user_id: 'u-ada', name: 'Ada Marsh', role: 'owner' },
        { user_id: 'u-ben', name: 'Ben Ito', role: 'editor' },
      ],
    },
  });
  server.on(`GET /api/projects/${project.id}/assignments`, { json: { data: assignments } });
  server.on('POST /api/public/comments', ({ body }) => ({ status: 201, json: { data: comment(body as object) } }));
  const view = renderProjectScreen(<Comments subject={{ kind: 'annotation', id: 'n-1' }} />, role);
  return { server, ...view };
}

describe('comments on evidence', () => {
  it('send the people who are mentioned in them', async () => {
    const { server, user } = shown([]);
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    await waitFor(() => expect(server.requestsOf(`GET /api/projects/${project.id}/members`).length).toBeGreaterThan(0));
    await user.type(box, 'Please check, @be');
    const people = await screen.findByRole('listbox', { name: 'People of this project' });
    await user.click(within(people).getByRole('option', { name: 'Ben Ito' }));
    expect(box.value).toBe('Please check, @Ben Ito ');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/comments')).toHaveLength(1));
    expect(server.requestsOf('POST /api/public/comments')[0]?.body).toMatchObject({
      annotation_id: 'n-1',
      content: 'Please check, @Ben Ito',
      mentioned_ids: ['u-ben'],
    });
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('show their history, agents, keys and deletions', async () => {
    const { user } = shown([
      comment({ previous: [{ content: 'One tank?', until: AT }] }),
      comment({ id: 'c-2', author_name: 'Spotter 1', author_id: 'a-s', author_type: 'ai_agent', via: 'key' }),
      comment({ id: 'c-3', content: '', deleted_at: AT, deleted_by_name: 'Ben Ito' }),
    ]);
    await screen.findByRole('heading', { name: 'Comments (2)' });
    const [first, second, third] = screen.getAllByRole('listitem');
    await user.click(within(first!).getByRole('button', { name: 'edited' }));
    expect(first?.textContent).toContain('One tank?');
    expect(second?.textContent).toContain('AI agent');
    expect(second?.textContent).toContain('by API key');
    expect(within(second!).queryByRole('button', { name: 'Edit comment' })).toBeNull();
    expect(third?.textContent).toMatch(/^Ben Ito deleted a comment by Ada Marsh/);
  });

  it('are read-only for viewers, with the assignee', async () => {
    const assignment = {
      subject: { type: 'annotation', id: 'n-1', title: '' },
      ...{ assignee_id: 'u-ben', assignee_name: 'Ben Ito', assigned_by_name: 'Ada Marsh', assigned_at: AT },
    };
    shown([comment()], 'viewer', [assignment]);
    await screen.findByText('@Ben Ito');
    await screen.findByText('Assigned to Ben Ito');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('come with an assignment to one person', async () => {
    const { server, user } = shown([]);
    server.on('PUT /api/annotations/n-1/assignee', { json: { data: null } });
    const field = await screen.findByRole('combobox', { name: 'Assigned to' });
    await within(field).findByRole('option', { name: 'Ben Ito' });
    await user.selectOptions(field, 'u-ben');
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/annotations/n-1/assignee')[0]?.body).toEqual({ assignee_id: 'u-ben' }),
    );
  });
});
