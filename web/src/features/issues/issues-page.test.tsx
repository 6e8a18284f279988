import { screen, waitFor, within } from '@testing-library/react';
import type { Page } from '../../lib/api.js';
import { medium } from '../../lib/formats.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Issue } from './issue-labels.js';
import { IssuesPage } from './issues-page.js';

const issue: Issue = {
  id: 'i-1',
  title: 'Tiles stay grey after a zoom',
  description: '## Steps\n\nOpen **any** sheet and zoom in.',
  type: 'bug',
  severity: 's1',
  status: 'in_progress',
  assignee: 'u-1',
  assignee_name: 'Ben Ito',
  reporter_name: 'Ada Marsh',
  path: '/projects/p-1/insights',
  created_at: '2025-09-26T14:05:00.000Z',
  updated_at: '2025-09-26T14:05:00.000Z',
};

const wish: Issue = {
  ...issue,
  id: 'i-2',
  title: 'Measure on a sheet',
  description: 'In feet.',
  type: 'feature_request',
  severity: 's4',
  status: 'open',
  assignee: null,
  assignee_name: '',
};

const pageOf = (issues: Issue[], more: Partial<Page<Issue>> = {}): Page<Issue> => ({
  data: issues,
  page: 1,
  per_page: 20,
  total_pages: issues.length > 0 ? 1 : 0,
  count: issues.length,
  ...more,
});

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/public/issues', { json: pageOf([issue, wish]) });
});

describe('the list of issues', () => {
  it('has its title, subtitle and columns (ISSUE-01, ISSUE-02)', async () => {
    renderScreen(<IssuesPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Issues' })).toBeTruthy();
    expect(screen.getByText('Manage and track bug reports and feature requests')).toBeTruthy();
    expect(await screen.findByText(issue.title)).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Title',
      'Type',
      'Severity',
      'Status',
      'Assignee',
      'Created',
    ]);
  });

  it('shows each issue in the order of the server, in words (ISSUE-02, ISSUE-03, OP-36, OP-38)', async () => {
    renderScreen(<IssuesPage />);
    await screen.findByText(issue.title);
    const words = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(words).toEqual([
      [
        `${issue.title}Steps: Open any sheet and zoom in.`,
        'Bug',
        'S1 - High',
        'In Progress',
        // the initials of the picture, which screen readers are not told
        'BIBen Ito',
        medium(issue.created_at),
      ],
      [`${wish.title}In feet.`, 'Feature Request', 'S4 - Trivial', 'Open', 'Unassigned', medium(wish.created_at)],
    ]);
  });

  it('shows skeleton rows while it is loading', () => {
    server.on('GET /api/public/issues', heldAnswer().handler);
    renderScreen(<IssuesPage />);
    expect(screen.getAllByTestId('skeleton-row')).toHaveLength(4);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('says when there are none (ISSUE-04)', async () => {
    server.on('GET /api/public/issues', { json: pageOf([]) });
    renderScreen(<IssuesPage />);
    expect(await screen.findByText('No issues found.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says why it could not be loaded, and tries again (ISSUE-05)', async () => {
    server.on('GET /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    const view = renderScreen(<IssuesPage />);
    expect(await screen.findByText('Failed to load issues: The issue service is down.')).toBeTruthy();
    server.on('GET /api/public/issues', { json: pageOf([issue]) });
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(issue.title)).toBeTruthy();
    expect(screen.queryByText(/Failed to load issues/)).toBeNull();
  });

  it('leafs through pages of twenty, the page kept in the address (CONST-05)', async () => {
    server.on('GET /api/public/issues', ({ query }) => ({
      json:
        query.get('page') === '2'
          ? pageOf([wish], { page: 2, total_pages: 2, count: 21 })
          : pageOf(
              Array.from({ length: 20 }, (_, index) => ({ ...issue, id: `i-${index}` })),
              { total_pages: 2, count: 21 },
            ),
    }));
    const view = renderScreen(<IssuesPage />, '/issues');
    expect(await screen.findByText('1–20 of 21 issues')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('21–21 of 21 issues')).toBeTruthy();
    expect(screen.getByText(wish.title)).toBeTruthy();
    await waitFor(() => expect(view.path()).toBe('/issues?page=2'));
    const asked = server.requestsOf('GET /api/public/issues').map(({ query }) => query.toString());
    expect(asked).toEqual(['page=1&per_page=20', 'page=2&per_page=20']);
    await view.user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(view.path()).toBe('/issues'));
  });

  it('opens the last page when the address names one beyond it', async () => {
    server.on('GET /api/public/issues', ({ query }) => ({
      json:
        query.get('page') === '9'
          ? pageOf([], { page: 9, total_pages: 2, count: 21 })
          : pageOf([wish], { page: 2, total_pages: 2, count: 21 }),
    }));
    const view = renderScreen(<IssuesPage />, '/issues?page=9');
    expect(await screen.findByText(wish.title)).toBeTruthy();
    await waitFor(() => expect(view.path()).toBe('/issues?page=2'));
  });

  it('reads the list again when an issue changes on the server', async () => {
    let issues = [wish];
    server.on('GET /api/public/issues', () => ({ json: pageOf(issues) }));
    const { handler, answer } = heldAnswer();
    server.on('GET /api/events', handler);
    const view = renderScreen(<IssuesPage />);
    expect(await screen.findByText('1–1 of 1 issue')).toBeTruthy();
    // issues belong to no project: the stream is asked for without one
    await waitFor(() =>
      expect(server.requestsOf('GET /api/events').map(({ query }) => query.has('project_id'))).toEqual([false]),
    );
    issues = [issue, wish];
    answer({ text: 'event: change\ndata: {"entity":"issue","verb":"created","id":"i-1"}\n\n' });
    expect(await screen.findByText(issue.title)).toBeTruthy();
    expect(await screen.findByText('1–2 of 2 issues')).toBeTruthy();
    view.unmount();
  });
});
