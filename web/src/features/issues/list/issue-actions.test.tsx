import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { setLetterKeysOn } from '../../../lib/ui/letter-keys.js';
import { medium } from '../../../lib/ui/formats.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { me } from '../../../testing/fixtures.js';
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

const rowOf = (title: string): HTMLElement => {
  const row = screen.getByText(title).closest('tr');
  if (!row) throw new Error(`No row shows ${title}.`);
  return row;
};

const opened = async (at = '/issues'): Promise<RenderedScreen> => {
  const view = renderScreen(<IssuesPage />, at);
  await screen.findByText(issue.title);
  return view;
};

async function openMenu(view: RenderedScreen, of: Issue): Promise<void> {
  await view.user.click(screen.getByRole('button', { name: `Actions for ${of.key} ${of.title}` }));
  await screen.findByRole('menu');
}

describe('the menu of a row', () => {
  it('has its entries (ISSUE-06, ISSUE-08) and leads to the issue', async () => {
    const view = await opened();
    await openMenu(view, issue);
    expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual([
      'View',
      'Assign to Me',
      'Assign to User',
      'Mark as...',
      'Delete Issue',
    ]);
    await view.user.click(screen.getByRole('menuitem', { name: 'View' }));
    await waitFor(() => expect(view.path()).toBe('/issues/SYM-12'));
  });

  it('shows that Assign to User is planned (STUB-09)', async () => {
    const view = await opened();
    await openMenu(view, issue);
    await view.user.click(screen.getByRole('menuitem', { name: 'Assign to User' }));
    expect(await screen.findByText('Assign to User feature coming soon!')).toBeTruthy();
  });

  it('assigns an issue at once, but not one already assigned to the user (ISSUE-07)', async () => {
    const view = await opened();
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/public/issues', handler);
    await openMenu(view, wish);
    await view.user.click(screen.getByRole('menuitem', { name: 'Assign to Me' }));
    expect(await within(rowOf(wish.title)).findByText('Ada Marsh')).toBeTruthy();
    const mine = { ...wish, assignee: me.id, assignee_name: 'Ada Marsh' };
    issues = [issue, mine];
    answer({ json: { issue: mine } });
    const sent = server.requestsOf('PUT /api/public/issues')[0];
    expect([sent?.query.get('id'), sent?.body]).toEqual([wish.id, { assignee: me.id }]);
    await openMenu(view, wish);
    expect(screen.getByRole('menuitem', { name: 'Assign to Me' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('sets any status (ISSUE-08, ISSUE-09), and rolls back when refused', async () => {
    const view = await opened();
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/public/issues', handler);
    await openMenu(view, wish);
    await view.user.click(screen.getByRole('menuitem', { name: 'Mark as...' }));
    for (const name of ['Open', 'In Progress', 'Deployed', 'Closed']) {
      expect(await screen.findByRole('menuitem', { name })).toBeTruthy();
    }
    await view.user.click(screen.getByRole('menuitem', { name: 'Closed' }));
    expect(await within(rowOf(wish.title)).findByText('Closed')).toBeTruthy();
    answer({ status: 503, json: { error: 'The issue service is down.' } });
    expect(await screen.findByText('Failed to update issue')).toBeTruthy();
    expect(await within(rowOf(wish.title)).findByText('Open')).toBeTruthy();
  });
});

describe('deleting an issue', () => {
  const confirm = jest.spyOn(window, 'confirm');
  afterEach(() => confirm.mockReset());

  it('asks for confirmation (ISSUE-10)', async () => {
    confirm.mockReturnValue(false);
    const view = await opened();
    await openMenu(view, issue);
    await view.user.click(screen.getByRole('menuitem', { name: 'Delete Issue' }));
    expect(String(confirm.mock.calls[0]?.[0]).split('\n')).toEqual([
      'Are you sure you want to delete this issue? This action cannot be undone.',
      'It can be restored for 30 days under Recently deleted.',
    ]);
    expect(server.requestsOf('DELETE /api/public/issues')).toEqual([]);
  });

  it('takes it out of the list, and Undo brings it back', async () => {
    confirm.mockReturnValue(true);
    server.on('DELETE /api/public/issues', () => {
      issues = [wish];
      return { json: { success: true } };
    });
    server.on('POST /api/public/issues/restore', () => {
      issues = [issue, wish];
      return { json: { issue } };
    });
    const view = await opened();
    await openMenu(view, issue);
    await view.user.click(screen.getByRole('menuitem', { name: 'Delete Issue' }));
    expect(await screen.findByText('Issue deleted')).toBeTruthy();
    // a list request from before the deletion may still return it; the next does not
    await waitFor(() => expect(screen.queryByRole('link', { name: issue.title })).toBeNull());
    await view.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Undone: deletion of SYM-/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: issue.title })).toBeTruthy();
    expect(server.requestsOf('POST /api/public/issues/restore').map(({ query }) => query.get('id'))).toEqual([
      issue.id,
    ]);
  });

  it('keeps it in the list when refused', async () => {
    confirm.mockReturnValue(true);
    server.on('DELETE /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    const view = await opened();
    await openMenu(view, issue);
    await view.user.click(screen.getByRole('menuitem', { name: 'Delete Issue' }));
    expect(await screen.findByText('Failed to delete issue')).toBeTruthy();
    expect(await screen.findByRole('link', { name: issue.title })).toBeTruthy();
  });

  it('can be undone later in the list of recently deleted issues', async () => {
    const gone = { ...issue, deleted_at: '2025-09-28T08:00:00.000Z', deleted_by_name: 'Ben Ito' };
    server.on('GET /api/public/issues', ({ query }) => ({
      json: issuePage(query.get('deleted') === 'true' ? [gone] : [wish]),
    }));
    server.on('POST /api/public/issues/restore', { json: { issue } });
    const view = renderScreen(<IssuesPage />, '/issues');
    await screen.findByText(wish.title);
    await view.user.click(screen.getByRole('button', { name: 'Recently deleted' }));
    await waitFor(() => expect(view.path()).toBe('/issues?deleted=true'));
    expect(await screen.findByText(`Deleted ${medium(gone.deleted_at)} by Ben Ito`)).toBeTruthy();
    expect(screen.queryByRole('link', { name: issue.title })).toBeNull();
    await view.user.click(screen.getByRole('button', { name: `Restore SYM-12 ${issue.title}` }));
    expect(await screen.findByText('Issue restored')).toBeTruthy();
  });
});

describe('several issues at once', () => {
  it('change status together; refused ones are reported', async () => {
    const view = await opened();
    server.on('POST /api/public/issues/batch', {
      json: {
        data: [
          { id: issue.id, issue: { ...issue, status: 'closed' } },
          { id: wish.id, error: 'Not now.' },
        ],
      },
    });
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all issues of this page' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Mark as...' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Closed' }));
    expect(await screen.findByText('Failed to update 1 of 2 issues')).toBeTruthy();
    expect(screen.getByText('Not now.')).toBeTruthy();
    expect(server.requestsOf('POST /api/public/issues/batch').map(({ body }) => body)).toEqual([
      { ids: [issue.id, wish.id], status: 'closed' },
    ]);
  });

  it('are undone, except for those changed by others since (ISSUE-09)', async () => {
    const view = await opened();
    const at = '2025-10-01T00:00:00.000Z';
    server.on('POST /api/public/issues/batch', {
      json: {
        data: [issue, wish].map((each) => ({ id: each.id, issue: { ...each, status: 'closed', updated_at: at } })),
      },
    });
    server.on('PUT /api/public/issues', ({ query }) =>
      query.get('id') === wish.id
        ? { status: 409, json: { error: 'Changed meanwhile.', code: 'stale', issue: wish } }
        : { json: { issue } },
    );
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all issues of this page' }));
    await view.user.click(screen.getByRole('button', { name: 'Mark as...' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Closed' }));
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Could not be undone: status of 1 of 2 issues')).toBeTruthy();
    expect(screen.getByText('SYM-13: Changed meanwhile.')).toBeTruthy();
    expect(server.requestsOf('PUT /api/public/issues').map(({ body }) => body)).toEqual([
      { status: 'in_progress', updated_at: at },
      { status: 'open', updated_at: at },
    ]);
  });

  it('keep focus on the control during the change', async () => {
    const view = await opened();
    const { handler, answer } = heldAnswer();
    server.on('POST /api/public/issues/batch', handler);
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all issues of this page' }));
    await view.user.click(screen.getByRole('button', { name: 'Mark as...' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Closed' }));
    const button = screen.getByRole('button', { name: 'Mark as...' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    expect(document.activeElement).toBe(button);
    answer({ json: { data: [issue, wish].map(({ id }) => ({ id, error: 'Not now.' })) } });
    expect(await screen.findByText('Failed to update 2 of 2 issues')).toBeTruthy();
  });

  it('get an incomplete label, and keep ticked labels while typing', async () => {
    const view = await opened();
    server.on('POST /api/public/issues/batch', { json: { data: [{ id: wish.id, issue: wish }] } });
    await view.user.click(screen.getByRole('checkbox', { name: `Select SYM-13 ${wish.title}` }));
    await view.user.click(screen.getByRole('button', { name: 'Labels' }));
    await view.user.click(await screen.findByRole('checkbox', { name: 'viewer' }));
    await view.user.type(screen.getByRole('combobox', { name: 'Add' }), 'viewers');
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Issue updated')).toBeTruthy();
    expect(server.requestsOf('POST /api/public/issues/batch').map(({ body }) => body)).toEqual([
      { ids: [wish.id], labels_add: ['viewers'], labels_remove: ['viewer'] },
    ]);
  });

  it('get and lose labels', async () => {
    const view = await opened();
    server.on('POST /api/public/issues/batch', { json: { data: [{ id: wish.id, issue: wish }] } });
    await view.user.click(screen.getByRole('checkbox', { name: `Select SYM-13 ${wish.title}` }));
    await view.user.click(screen.getByRole('button', { name: 'Labels' }));
    await view.user.type(await screen.findByRole('combobox', { name: 'Add' }), 'tiles,');
    await view.user.click(screen.getByRole('checkbox', { name: 'viewer' }));
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Issue updated')).toBeTruthy();
    expect(server.requestsOf('POST /api/public/issues/batch').map(({ body }) => body)).toEqual([
      { ids: [wish.id], labels_add: ['tiles'], labels_remove: ['viewer'] },
    ]);
  });

  it('are deleted together after confirmation', async () => {
    const view = await opened();
    server.on('POST /api/public/issues/batch', () => {
      issues = [];
      return { json: { data: [{ id: issue.id }, { id: wish.id }] } };
    });
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all issues of this page' }));
    const remove = screen.getByRole('button', { name: 'Delete' });
    await view.user.click(remove);
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 issues' });
    expect(dialog.textContent).toMatch(/these 2 issues\? .* restored for 30 days/);
    await view.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.requestsOf('POST /api/public/issues/batch')).toEqual([]);
    await view.user.click(remove);
    await view.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 issues deleted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });
});

describe('the shortcuts of the list', () => {
  it('move between issues, select and open', async () => {
    const view = await opened();
    await view.user.keyboard('j');
    expect(document.activeElement?.textContent).toBe(issue.title);
    await view.user.keyboard('j');
    expect(document.activeElement?.textContent).toBe(wish.title);
    await view.user.keyboard('x');
    expect(screen.getByText('1 selected')).toBeTruthy();
    await view.user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
    await view.user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(view.path()).toBe('/issues/SYM-12'));
  });

  it('can be disabled for single letters only (WCAG 2.1.4)', async () => {
    setLetterKeysOn(false);
    try {
      const view = await opened();
      screen.getByRole('link', { name: issue.title }).focus();
      await view.user.keyboard('jx');
      expect(document.activeElement?.textContent).toBe(issue.title);
      expect(screen.queryByText('1 selected')).toBeNull();
      await view.user.keyboard('{ArrowDown}');
      expect(document.activeElement?.textContent).toBe(wish.title);
    } finally {
      setLetterKeysOn(true);
    }
  });

  it('are ignored in text fields, and listed in a help', async () => {
    const view = await opened();
    await view.user.type(screen.getByRole('searchbox', { name: 'Search issues' }), 'jx');
    expect(screen.queryByText('1 selected')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Keyboard' }));
    const help = await screen.findByRole('dialog');
    expect(within(help).getByText('Next issue')).toBeTruthy();
  });
});
