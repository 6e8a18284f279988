import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { medium } from '../../../lib/ui/formats.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { me } from '../../../testing/fixtures.js';
import { issue as reported, wish } from '../../../testing/issues.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderRoutes, renderScreen, type RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Issue } from '../issue-records.js';
import { IssuePage } from './issue-page.js';

const NAMES: Readonly<Record<string, string>> = { [me.id]: 'Ada Marsh', 'u-9': 'Cleo Park' };

let server: FakeServer;
let issue: Issue;

beforeEach(async () => {
  sessionStorage.clear();
  server = fakeServer();
  await signedIn(server);
  issue = reported;
  server.on('GET /api/public/issues', () => ({ json: { issue } }));
  server.on('GET /api/public/issues/labels', { json: { data: [{ label: 'viewer', count: 2 }] } });
  server.on('GET /api/public/issues/comments', { json: { data: [] } });
  server.on('GET /api/public/issues/screenshots', { json: { data: [] } });
  server.on('GET /api/public/issues/history', { json: { data: [] } });
  // like the server: changes the given fields and `updated_at`
  server.on('PUT /api/public/issues', ({ body }) => {
    const change = body as Partial<Issue>;
    const names = change.assignee === undefined ? {} : { assignee_name: NAMES[change.assignee ?? ''] ?? '' };
    issue = { ...issue, ...change, ...names, updated_at: '2025-10-01T00:00:00.000Z' };
    return { json: { issue } };
  });
});

const opened = async (at = '/issues/SYM-12'): Promise<RenderedScreen> => {
  const view = renderRoutes(
    [
      { path: '/issues', element: <p>The list</p> },
      { path: '/issues/:issueId', element: <IssuePage /> },
    ],
    at,
  );
  await screen.findByRole('heading', { level: 1, name: issue.title });
  return view;
};

const panel = (name: string): HTMLElement => screen.getByRole('region', { name });
const changes = (): unknown[] => server.requestsOf('PUT /api/public/issues').map(({ body }) => body);

describe('the screen of an issue', () => {
  it('has a way back, the facts, and the description from its Markdown (ISSUE-11, ISSUE-14, ISSUE-17)', async () => {
    await opened();
    expect(screen.getByRole('link', { name: 'Back to Issues' }).getAttribute('href')).toBe('/issues');
    const facts = within(panel('Details'));
    for (const words of ['In Progress', 'Ben Ito', 'Bug', 'S1 - High', 'Ada Marsh']) {
      expect(facts.getByText(words)).toBeTruthy();
    }
    expect(facts.getAllByText(medium(issue.created_at))).toHaveLength(2);
    const path = facts.getByRole('link', { name: '/projects/p-1/insights' });
    expect([path.getAttribute('href'), path.getAttribute('target')]).toEqual(['/projects/p-1/insights', '_blank']);
    expect((await screen.findByText('any')).tagName).toBe('STRONG');
    expect(screen.getByRole('heading', { level: 3, name: 'Steps' })).toBeTruthy();
  });

  it('shows no Unknown people, and does not link external paths (ISSUE-14)', async () => {
    issue = { ...reported, reporter_name: '', path: '//evil.test/x' };
    await opened();
    expect(within(panel('Details')).getByText('Unknown')).toBeTruthy();
    expect(within(panel('Details')).queryByRole('link')).toBeNull();
    expect(within(panel('Details')).getByText('//evil.test/x')).toBeTruthy();
  });

  it('has the short number in its URL, however it was opened (NAV-03)', async () => {
    const view = await opened(`/issues/${reported.id}`);
    await waitFor(() => expect(view.path()).toBe('/issues/SYM-12'));
    expect(server.requestsOf('GET /api/public/issues').map(({ query }) => query.get('id'))).toEqual([reported.id]);
  });

  it('shows that an issue is missing (ISSUE-19)', async () => {
    server.on('GET /api/public/issues', { status: 404, json: { error: 'Issue not found', code: 'not_found' } });
    renderScreen(<IssuePage />, '/issues/SYM-99', '/issues/:issueId');
    expect(await screen.findByRole('heading', { level: 1, name: 'Issue Not Found' })).toBeTruthy();
    expect(
      screen.getByText('The issue with ID "SYM-99" could not be found or you don\'t have permission to view it.'),
    ).toBeTruthy();
  });

  it('shows that it could not be loaded, and retries (ISSUE-20)', async () => {
    server.on('GET /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    const view = renderScreen(<IssuePage />, '/issues/SYM-12', '/issues/:issueId');
    expect(await screen.findByText('Failed to load issue')).toBeTruthy();
    server.on('GET /api/public/issues', { json: { issue } });
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: issue.title })).toBeTruthy();
  });

  it('is assigned to the user with one click (ISSUE-13)', async () => {
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Assign to Me' }));
    expect(await screen.findByText('Assigned to Me')).toBeTruthy();
    expect(changes()).toEqual([{ assignee: me.id }]);
  });

  it('keeps focus after assigning, and after a refusal (ISSUE-13)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/public/issues', handler);
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Assign to Me' }));
    expect((await screen.findByText('Assigned to Me')).parentElement).toBe(document.activeElement);
    answer({ status: 503, json: { error: 'The issue service is down.' } });
    const button = await screen.findByRole('button', { name: 'Assign to Me' });
    expect(document.activeElement?.contains(button)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('keeps focus in the assignee field after choosing oneself (ISSUE-12)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit assignee' }));
    await view.user.click(await screen.findByRole('button', { name: 'Choose me' }));
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Assignee' });
    expect([field.value, document.activeElement]).toEqual(['Ada Marsh', field]);
  });

  it('shows live changes by another person', async () => {
    const { handler, answer } = heldAnswer();
    server.on('GET /api/events', handler);
    const view = await opened();
    issue = { ...reported, status: 'deployed' };
    answer({ text: 'event: change\ndata: {"entity":"issue","verb":"changed","id":"i-1"}\n\n' });
    expect(await within(panel('Details')).findByText('Deployed')).toBeTruthy();
    view.unmount();
  });
});

describe('inline editing of a field (ISSUE-12)', () => {
  it('has an edit button for each of the six fields, and the labels', async () => {
    await opened();
    for (const field of ['title', 'type', 'severity', 'status', 'description', 'assignee', 'labels']) {
      expect(screen.getByRole('button', { name: `Edit ${field}` })).toBeTruthy();
    }
  });

  it('saves a title optimistically', async () => {
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/public/issues', handler);
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    const field = screen.getByRole('textbox', { name: 'Title' });
    expect(document.activeElement).toBe(field);
    await view.user.clear(field);
    await view.user.type(field, 'Grey tiles{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Grey tiles' })).toBeTruthy();
    expect(changes()).toEqual([{ title: 'Grey tiles', updated_at: reported.updated_at }]);
    issue = { ...reported, title: 'Grey tiles' };
    answer({ json: { issue } });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit title' })));
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  });

  it('cancels, and sends no request for an unchanged value', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Title' }), ' more');
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(reported.title);
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(changes()).toEqual([]);
  });

  it.each([
    ['status', 'Status', 'closed', 'Closed'],
    ['severity', 'Severity', 's4', 'S4 - Trivial'],
    ['type', 'Type', 'improvement', 'Improvement'],
  ])('saves a %s', async (field, label, value, words) => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: `Edit ${field}` }));
    await view.user.selectOptions(screen.getByRole('combobox', { name: label }), value);
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await within(panel('Details')).findByText(words)).toBeTruthy();
    expect(changes()).toEqual([{ [field]: value, updated_at: reported.updated_at }]);
  });

  it('finds an assignee by name, and saves none for an empty field', async () => {
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-9', name: 'Cleo Park' }] } });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit assignee' }));
    const field = screen.getByRole('combobox', { name: 'Assignee' });
    await view.user.clear(field);
    await view.user.type(field, 'Cle');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await view.user.click(await screen.findByRole('option', { name: 'Cleo Park' }));
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await within(panel('Details')).findByText('Cleo Park')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit assignee' })).toBeTruthy());
    await view.user.click(screen.getByRole('button', { name: 'Edit assignee' }));
    await view.user.clear(screen.getByRole('combobox', { name: 'Assignee' }));
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()).toMatchObject([{ assignee: 'u-9' }, { assignee: null }]);
  });

  it('adds labels', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit labels' }));
    await view.user.type(screen.getByRole('combobox', { name: 'Labels' }), 'zoom,');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toMatchObject([{ labels: ['zoom'] }]));
  });

  it('saves an incomplete label, in its existing spelling (ISSUE-12)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit labels' }));
    await view.user.type(screen.getByRole('combobox', { name: 'Labels' }), 'perf,Viewer');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toMatchObject([{ labels: ['perf', 'viewer'] }]));
  });

  it('ignores incomplete labels once deleted or matched (ISSUE-12)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit labels' }));
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Labels' });
    await view.user.type(field, 'vi');
    await view.user.click(await screen.findByRole('option', { name: 'viewer (2)' }));
    expect(field.value).toBe('');
    await view.user.type(field, 'x{Backspace}');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toMatchObject([{ labels: ['viewer'] }]));
  });

  it('sends no request without input, even if another user changed the field (ISSUE-12)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('GET /api/events', handler);
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    issue = { ...reported, title: 'Theirs', updated_at: '2025-09-30T00:00:00.000Z' };
    answer({ text: 'event: change\ndata: {"entity":"issue","verb":"changed","id":"i-1"}\n\n' });
    await screen.findByRole('heading', { level: 1, name: 'Theirs' });
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
    expect(changes()).toEqual([]);
    view.unmount();
  });

  it('shows why a description is refused, also from its preview (ISSUE-12, ISSUE-29)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit description' }));
    fireEvent.change(screen.getByRole('textbox', { name: /Description/ }), { target: { value: ' ' } });
    await view.user.click(screen.getByRole('tab', { name: /^Preview/ }));
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Description is required')).toBeTruthy();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Description/ });
    await view.user.type(field, 'On Mondays.');
    expect(screen.queryByText('Description is required')).toBeNull();
    expect(field.isConnected).toBe(true);
  });

  it('can be undone, but keeps later changes by others (ISSUE-09, ISSUE-12)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit status' }));
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'closed');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const { updated_at: mine } = issue;
    issue = { ...issue, status: 'deployed', updated_at: '2025-10-02T00:00:00.000Z' };
    server.on('PUT /api/public/issues', { status: 409, json: { error: 'Changed meanwhile.', code: 'stale', issue } });
    await view.user.click(undo);
    expect(await screen.findByText('Could not be undone: status of SYM-12')).toBeTruthy();
    expect(screen.getByText('Changed meanwhile.')).toBeTruthy();
    expect(changes().at(-1)).toEqual({ status: 'in_progress', updated_at: mine });
    expect(await within(panel('Details')).findByText('Deployed')).toBeTruthy();
  });

  it("undoes to another user's value, if that was seen (ISSUE-12)", async () => {
    const theirs = { ...reported, title: 'Theirs', updated_at: '2025-09-30T00:00:00.000Z' };
    server.on('PUT /api/public/issues', ({ body }) => {
      const { updated_at: seen, title = '' } = body as Partial<Issue>;
      return seen === reported.updated_at
        ? { status: 409, json: { error: 'Changed meanwhile.', code: 'stale', issue: theirs } }
        : { json: { issue: { ...theirs, title, updated_at: '2025-10-01T00:00:00.000Z' } } };
    });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await view.user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()).toHaveLength(3));
    expect(changes().at(-1)).toEqual({ title: 'Theirs', updated_at: '2025-10-01T00:00:00.000Z' });
  });

  it('restores the input after a refusal', async () => {
    server.on('PUT /api/public/issues', {
      status: 400,
      json: { error: 'The issue is not valid.', code: 'invalid', fields: { title: 'Title is too long' } },
    });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Title' }), ' again');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Title is too long')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(`${reported.title} again`);
    expect(screen.getByRole('heading', { level: 1, name: reported.title })).toBeTruthy();
  });

  it.each(['Keep mine', 'Take theirs'])("shows another user's conflicting value: %s", async (choice) => {
    const theirs = { ...reported, description: 'Only on Sundays.', updated_at: '2025-09-30T00:00:00.000Z' };
    server.on('PUT /api/public/issues', ({ body }) => {
      const { updated_at: seen, description = '' } = body as Partial<Issue>;
      if (seen === theirs.updated_at) issue = { ...theirs, description };
      else issue = theirs;
      return seen === theirs.updated_at
        ? { json: { issue } }
        : { status: 409, json: { error: 'Changed meanwhile.', code: 'stale', issue: theirs } };
    });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit description' }));
    fireEvent.change(screen.getByRole('textbox', { name: /Description/ }), { target: { value: 'On Mondays.' } });
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Only on Sundays.');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Description/ }).value).toBe('On Mondays.');
    await view.user.click(screen.getByRole('button', { name: choice }));
    const shown = choice === 'Keep mine' ? 'On Mondays.' : 'Only on Sundays.';
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /Description/ })).toBeNull();
    expect(changes()).toHaveLength(choice === 'Keep mine' ? 2 : 1);
  });

  it('keeps the input after accidental navigation', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Edit title' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Title' }), ' twice');
    view.unmount();
    await opened();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(`${reported.title} twice`);
  });
});

describe('links, followers, context and history', () => {
  it('adds links to issues found by their words, visible from either side', async () => {
    server.on('GET /api/public/issues', ({ query }) =>
      query.has('search')
        ? { json: { data: [issue, wish], page: 1, per_page: 8, total_pages: 1, count: 2 } }
        : { json: { issue } },
    );
    server.on('POST /api/public/issues/links', () => {
      issue = { ...reported, links: [{ type: 'blocked_by', issue: wish }] };
      return { json: { issue } };
    });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Add a link' }));
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Kind of link' }), 'blocked_by');
    await view.user.type(screen.getByRole('combobox', { name: 'Issue' }), 'measure');
    const options = await screen.findAllByRole('option', { name: /SYM-/ });
    expect(options.map((option) => option.textContent)).toEqual([`SYM-13 ${wish.title}`]);
    await view.user.click(options[0] as HTMLElement);
    const group = await screen.findByRole('list', { name: 'Blocked by' });
    expect(within(group).getByRole('link').getAttribute('href')).toBe('/issues/SYM-13');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a link' }));
    expect(server.requestsOf('POST /api/public/issues/links').map(({ body }) => body)).toEqual([
      { issue_id: wish.id, type: 'blocks', other_id: reported.id },
    ]);
    server.on('DELETE /api/public/issues/links', () => {
      issue = reported;
      return { json: { issue } };
    });
    await view.user.click(screen.getByRole('button', { name: 'Remove link: blocked by SYM-13' }));
    expect(await screen.findByText('No linked issues')).toBeTruthy();
    // the focused row was removed (WCAG 2.4.3)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Links' })));
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: removal of the link “blocked by SYM-13”')).toBeTruthy();
    expect(await screen.findByRole('list', { name: 'Blocked by' })).toBeTruthy();
  });

  it('follows and unfollows; the button keeps focus', async () => {
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/public/issues/follow', handler);
    const view = await opened();
    expect(screen.getByText('No followers yet')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Follow' }));
    const button = await screen.findByRole('button', { name: 'Unfollow' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    issue = { ...reported, following: true, followers: [{ id: me.id, name: 'Ada Marsh' }] };
    answer({ json: { issue } });
    expect(await within(panel('Followers')).findByText('Ada Marsh')).toBeTruthy();
  });

  it('shows attachments and who changed what, newest first', async () => {
    issue = {
      ...reported,
      context: [
        { name: 'Browser', value: 'Chromium 140' },
        { name: 'View', value: '/projects/p-1/documents/d-1?page=3' },
      ],
    };
    server.on('GET /api/public/issues/history', {
      json: {
        data: [
          {
            id: 'h-2',
            at: '2025-09-27T00:00:00.000Z',
            author_id: 'u-1',
            author_name: 'Ben Ito',
            changes: [{ field: 'status', from: 'open', to: 'in_progress' }],
          },
          {
            id: 'h-1',
            at: '2025-09-26T00:00:00.000Z',
            author_id: me.id,
            author_name: 'Ada Marsh',
            changes: [{ field: 'created', from: null, to: null }],
          },
        ],
      },
    });
    await opened();
    expect(within(panel('Attached context')).getByText('Chromium 140')).toBeTruthy();
    expect(within(panel('Attached context')).getByRole('link').getAttribute('target')).toBe('_blank');
    const lines = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(lines.map((line) => line.querySelector('p')?.textContent)).toEqual([
      'Ben Ito changed the status from Open to In Progress',
      'Ada Marsh reported the issue',
    ]);
  });
});

it('shows all of a long history on demand, virtualized', async () => {
  withoutLayout();
  const data = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ id: `h-${index}`, at: '2025-09-27T00:00:00.000Z', author_id: 'u-1', author_name: 'Ben Ito' },
    changes: [{ field: 'status', from: 'open', to: 'closed' }],
  }));
  server.on('GET /api/public/issues/history', { json: { data } });
  const view = await opened();
  const lines = () => within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  await view.user.click(await screen.findByRole('button', { name: 'Show all 2000' }));
  expect(lines()[0]?.getAttribute('aria-setsize')).toBe('2000');
  expect(lines().length).toBeGreaterThan(5);
  expect(lines().length).toBeLessThan(60);
  await view.user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(lines()).toHaveLength(5);
});

it('deletes the issue after confirmation and returns to the list (ISSUE-10)', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(true);
  server.on('DELETE /api/public/issues', { json: { success: true } });
  const view = await opened();
  await view.user.click(screen.getByRole('button', { name: 'Delete Issue' }));
  await waitFor(() => expect(view.path()).toBe('/issues'));
  expect(await screen.findByText('Issue deleted')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  confirm.mockRestore();
});
