import { screen, waitFor, within } from '@testing-library/react';
import { medium } from '../../../lib/ui/formats.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { issue, issuePage, wish } from '../../../testing/issues.js';
import { renderScreen, type RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Issue } from '../issue-records.js';
import { IssuesPage } from './issues-page.js';

let server: FakeServer;
let issues: Issue[];

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  issues = [issue, wish];
  server.on('GET /api/public/issues', () => ({ json: issuePage(issues) }));
  server.on('GET /api/public/issues/labels', { json: { data: [{ label: 'viewer', count: 1 }] } });
});

const opened = async (at = '/issues'): Promise<RenderedScreen> => {
  const view = renderScreen(<IssuesPage />, at);
  await screen.findByText(issue.title);
  return view;
};

/** Except those of pickers. */
const asked = (): string[] =>
  server.requestsOf('GET /api/public/issues').map(({ query }) => {
    query.delete('per_page');
    query.delete('sort');
    query.delete('order');
    return query.toString();
  });

describe('the list of issues', () => {
  it('has its title, subtitle and columns (ISSUE-01, ISSUE-02)', async () => {
    await opened();
    expect(screen.getByRole('heading', { level: 1, name: 'Issues' })).toBeTruthy();
    expect(screen.getByText('Manage and track bug reports and feature requests')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Title',
      'Type',
      'Severity',
      'Status',
      'Assignee',
      'Created',
      'Actions',
    ]);
  });

  it('shows each issue in the order of the server, in words (ISSUE-02, ISSUE-03, OP-36, OP-38)', async () => {
    await opened();
    const words = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1, -1)
          .map((cell) => cell.textContent),
      );
    expect(words).toEqual([
      [
        `SYM-12${issue.title}Steps: Open any sheet and zoom in.`,
        'Bug',
        'S1 - High',
        'In Progress',
        // the avatar's initials, hidden from screen readers
        'BIBen Ito',
        medium(issue.created_at),
      ],
      [
        `SYM-13${wish.title}In feet.viewer`,
        'Feature Request',
        'S4 - Trivial',
        'Open',
        'Unassigned',
        medium(wish.created_at),
      ],
    ]);
    const link = screen.getByRole('link', { name: issue.title });
    expect(link.getAttribute('href')).toBe('/issues/SYM-12');
  });

  it('shows skeleton rows while it is loading', () => {
    server.on('GET /api/public/issues', heldAnswer().handler);
    renderScreen(<IssuesPage />);
    expect(screen.getAllByTestId('skeleton-row')).toHaveLength(4);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('shows when it is empty (ISSUE-04)', async () => {
    issues = [];
    renderScreen(<IssuesPage />);
    expect(await screen.findByText('No issues found.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows why it could not be loaded, and retries (ISSUE-05)', async () => {
    server.on('GET /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    const view = renderScreen(<IssuesPage />);
    expect(await screen.findByText('Failed to load issues: The issue service is down.')).toBeTruthy();
    server.on('GET /api/public/issues', { json: issuePage([issue]) });
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(issue.title)).toBeTruthy();
    expect(screen.queryByText(/Failed to load issues/)).toBeNull();
  });

  it('has no selection while an error replaces the rows (ISSUE-05)', async () => {
    const view = await opened();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all issues of this page' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    server.on('GET /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    await view.user.click(screen.getByRole('button', { name: 'Title' }));
    expect(await screen.findByText('Failed to load issues: The issue service is down.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Selected issues' })).toBeNull();
  });

  it('has pages of twenty, with the page in the URL (CONST-05)', async () => {
    server.on('GET /api/public/issues', ({ query }) => ({
      json:
        query.get('page') === '2'
          ? issuePage([wish], { page: 2, total_pages: 2, count: 21 })
          : issuePage(
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
    expect(server.requestsOf('GET /api/public/issues').map(({ query }) => query.get('per_page'))).toEqual(['20', '20']);
    expect(asked()).toEqual(['page=1', 'page=2']);
    await view.user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(view.path()).toBe('/issues'));
  });

  it('opens the last page when the URL names one beyond it', async () => {
    server.on('GET /api/public/issues', ({ query }) => ({
      json:
        query.get('page') === '9'
          ? issuePage([], { page: 9, total_pages: 2, count: 21 })
          : issuePage([wish], { page: 2, total_pages: 2, count: 21 }),
    }));
    const view = renderScreen(<IssuesPage />, '/issues?page=9');
    expect(await screen.findByText(wish.title)).toBeTruthy();
    await waitFor(() => expect(view.path()).toBe('/issues?page=2'));
  });

  it('reads the list again when an issue changes on the server', async () => {
    issues = [wish];
    const { handler, answer } = heldAnswer();
    server.on('GET /api/events', handler);
    const view = renderScreen(<IssuesPage />);
    expect(await screen.findByText('1–1 of 1 issue')).toBeTruthy();
    // issues belong to no project, so the stream has no project parameter
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

describe('order, filters and search of the list', () => {
  it('are read from the URL, for bookmarks; unknown values are ignored', async () => {
    await opened('/issues?status=open,closed,odd&assignee=me,none&label=viewer&search=grey&sort=severity&order=desc');
    const query = server.requestsOf('GET /api/public/issues')[0]?.query;
    expect(Object.fromEntries(query ?? [])).toEqual({
      page: '1',
      per_page: '20',
      status: 'open,closed',
      assignee: 'me,none',
      label: 'viewer',
      search: 'grey',
      sort: 'severity',
      order: 'desc',
    });
    expect(screen.getByRole('columnheader', { name: 'Severity' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('button', { name: 'Status: 2' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Label: viewer' })).toBeTruthy();
  });

  it('are written to the URL, and return to the first page', async () => {
    const view = await opened('/issues?page=1');
    await view.user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(view.path()).toBe('/issues?sort=title'));
    await view.user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(view.path()).toBe('/issues?sort=title&order=desc'));
    await view.user.click(screen.getByRole('button', { name: 'Status', expanded: false }));
    await view.user.click(await screen.findByRole('checkbox', { name: 'Open' }));
    await view.user.click(screen.getByRole('checkbox', { name: 'Closed' }));
    await waitFor(() => expect(view.path()).toBe('/issues?sort=title&order=desc&status=open%2Cclosed'));
    await view.user.keyboard('{Escape}');
    await view.user.type(await screen.findByRole('searchbox', { name: 'Search issues' }), 'grey');
    await waitFor(() => expect(view.path()).toMatch(/&search=grey$/));
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(view.path()).toBe('/issues?sort=title&order=desc'));
    await waitFor(() => expect(asked().at(-1)).toBe('page=1'));
  });

  it('finds people by name for a filter', async () => {
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-9', name: 'Cleo Park' }] } });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Assignee', expanded: false }));
    expect(await screen.findByRole('checkbox', { name: 'Ben Ito' })).toBeTruthy();
    await view.user.type(screen.getByRole('searchbox', { name: 'Find a person: assignee' }), 'cle');
    await view.user.click(await screen.findByRole('checkbox', { name: 'Cleo Park' }));
    await waitFor(() => expect(view.path()).toBe('/issues?assignee=u-9'));
    expect(await screen.findByText('Assignee: Cleo Park')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Any' }));
    await waitFor(() => expect(view.path()).toBe('/issues'));
    // the button is removed, the popover's keys still work
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a person: assignee' }));
  });

  it('show that the search for people failed, instead of no results', async () => {
    server.on('GET /api/users/search', { status: 503, json: { error: 'The user service is down.' } });
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Reporter', expanded: false }));
    await view.user.type(await screen.findByRole('searchbox', { name: 'Find a person: reporter' }), 'cle');
    expect(await screen.findByText('Failed to search users')).toBeTruthy();
    expect(screen.queryByText('No user has this name')).toBeNull();
  });

  it('show that labels are loading or failed, instead of none', async () => {
    const { handler, answer } = heldAnswer();
    server.on('GET /api/public/issues/labels', handler);
    const view = await opened();
    await view.user.click(screen.getByRole('button', { name: 'Label', expanded: false }));
    expect(await screen.findByText('Loading...')).toBeTruthy();
    answer({ status: 503, json: { error: 'The issue service is down.' } });
    expect(await screen.findByText('Failed to fetch labels')).toBeTruthy();
  });
});
