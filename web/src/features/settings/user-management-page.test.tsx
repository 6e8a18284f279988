import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { UserManagementPage } from './user-management-page.js';

const ben = { id: 'u-2', name: 'Ben Ito', email: 'ben@symbio.test', role: 'symbio' };
const cleo = { id: 'u-3', name: null, email: 'cleo@symbio.test', role: 'administrator' };
const dan = { id: 'u-4', name: 'Dan Hale', email: 'dan@symbio.test', role: 'customer', disabled: true };

const page = <UserManagementPage inviteDialog={(onClose) => <button onClick={onClose}>Close the dialog</button>} />;

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/users', { json: { data: [me, ben, cleo, dan], total_pages: 1 } });
  server.on('GET /api/organizations', { json: { data: [], total_pages: 1 } });
});

const open = async (): Promise<RenderedScreen> => {
  const view = renderScreen(page);
  await screen.findByText('Ben Ito');
  return view;
};
const roleOf = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Role of ${name}` });
const ask = async (view: RenderedScreen, name: string, entry: string): Promise<HTMLElement> => {
  await view.user.click(screen.getByRole('button', { name: `More for ${name}` }));
  await view.user.click(await screen.findByRole('menuitem', { name: entry }));
  return await screen.findByRole('alertdialog', { name: entry });
};

describe('the list of users', () => {
  it('has name, e-mail and role, after a spinner (SET-10 to SET-12)', async () => {
    renderScreen(page);
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Email', 'Role']);
    expect(roleOf('Ben Ito').selectedOptions[0]?.textContent).toBe('Symbio');
    expect(
      screen.getByText('View and manage all users in your organization. Only administrators can access this page.'),
    ).toBeTruthy();
  });

  it('keeps the spinner until the user is known (SET-12)', async () => {
    server.on('GET /api/me', heldAnswer().handler);
    renderScreen(page);
    await waitFor(() => expect(server.requestsOf('GET /api/users')).toHaveLength(1));
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(screen.queryByText('Ben Ito')).toBeNull();
  });

  it('includes all pages of the server (SET-10)', async () => {
    server.on('GET /api/users', ({ query }) => ({
      json: { data: [query.get('page') === '1' ? me : ben], total_pages: 2 },
    }));
    await open();
    expect(screen.getByText('2 users')).toBeTruthy();
  });

  it('virtualizes thousands, with row numbers (SET-10)', async () => {
    withoutLayout();
    const data = Array.from({ length: 2_000 }, (_, index) => ({
      ...ben,
      id: `many-${index}`,
      name: `Person ${index}`,
    }));
    server.on('GET /api/users', { json: { data, total_pages: 1 } });
    renderScreen(page);
    expect(await screen.findByText('2000 users')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Users' }).getAttribute('aria-rowcount')).toBe('2001');
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeLessThan(60);
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2');
  });

  it('marks disabled accounts', async () => {
    await open();
    const row = screen.getByRole('row', { name: /Dan Hale/ });
    expect(within(row).getByText('Disabled')).toBeTruthy();
    expect(screen.getAllByText('Disabled')).toHaveLength(1);
  });

  it('is searched by name and e-mail, case-insensitive', async () => {
    const view = await open();
    const search = screen.getByRole('searchbox', { name: 'Search users' });
    await view.user.type(search, 'CLEO@');
    expect(screen.getByText('cleo@symbio.test')).toBeTruthy();
    expect(screen.queryByText('Ben Ito')).toBeNull();
    expect(screen.getByText('1 user')).toBeTruthy();
    await view.user.type(search, 'nobody');
    expect(screen.getByText('No users found')).toBeTruthy();
  });

  it('shows why it cannot be read, and retries (ERR-30)', async () => {
    server.on('GET /api/users', { status: 403, json: { error: 'Not authorized' } });
    const view = renderScreen(page);
    expect(await screen.findByText('Not authorized')).toBeTruthy();
    server.on('GET /api/users', { json: { data: [ben], total_pages: 1 } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
  });
});

describe('the role of a user', () => {
  it('is changed by no key press before the question is answered', async () => {
    server.on('PUT /api/users/u-2', { json: { data: { ...ben, role: 'customer' } } });
    const view = await open();
    await view.user.selectOptions(roleOf('Ben Ito'), 'customer');
    const dialog = await screen.findByRole('alertdialog', { name: 'Change role' });
    expect(within(dialog).getByText('Change the role of Ben Ito from Symbio to Customer?')).toBeTruthy();
    expect(server.requestsOf('PUT /api/users/u-2')).toHaveLength(0);
    await view.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(roleOf('Ben Ito').value).toBe('symbio'));
    expect(server.requestsOf('PUT /api/users/u-2')).toHaveLength(0);
  });

  it('is changed in its row, once confirmed', async () => {
    const { handler, answer } = heldAnswer();
    server.on('PUT /api/users/u-2', handler);
    const view = await open();
    await view.user.selectOptions(roleOf('Ben Ito'), 'customer');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    await waitFor(() => expect(roleOf('Ben Ito').value).toBe('customer'));
    await waitFor(() => expect(server.requestsOf('PUT /api/users/u-2')[0]?.body).toEqual({ role: 'customer' }));
    server.on('GET /api/users', { json: { data: [me, { ...ben, role: 'customer' }], total_pages: 1 } });
    answer({ json: { data: { ...ben, role: 'customer' } } });
    expect(await screen.findByText('Ben Ito is now Customer.')).toBeTruthy();
    await waitFor(() => expect(roleOf('Ben Ito').value).toBe('customer'));
  });

  it('is rolled back when refused (ERR-27)', async () => {
    server.on('PUT /api/users/u-2', { status: 503, json: { error: 'The account service is away.' } });
    const view = await open();
    await view.user.selectOptions(roleOf('Ben Ito'), 'customer');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Failed to update user role')).toBeTruthy();
    expect(await screen.findByText('The account service is away.')).toBeTruthy();
    await waitFor(() => expect(roleOf('Ben Ito').value).toBe('symbio'));
  });

  it('cannot be changed by its owner, and says why', async () => {
    await open();
    const own = screen.getByRole('row', { name: /Ada Marsh/ });
    expect(within(own).getByText('Administrator')).toBeTruthy();
    expect(within(own).getByText('You cannot change your own role.')).toBeTruthy();
    expect(within(own).queryByRole('combobox')).toBeNull();
    expect(within(own).queryByRole('button')).toBeNull();
  });

  it('becomes administrator only after confirmation, and can be undone with the shortcut', async () => {
    server.on('PUT /api/users/u-2', { json: { data: { ...ben, role: 'administrator' } } });
    const view = await open();
    await view.user.selectOptions(roleOf('Ben Ito'), 'administrator');
    const dialog = await screen.findByRole('alertdialog', { name: 'Change role' });
    expect(within(dialog).getByText(/from Symbio to Administrator\? Administrators can manage users/)).toBeTruthy();
    expect(server.requestsOf('PUT /api/users/u-2')).toHaveLength(0);
    await view.user.click(within(dialog).getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Role changed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: role of Ben Ito')).toBeTruthy();
    expect(server.requestsOf('PUT /api/users/u-2').map(({ body }) => body)).toEqual([
      { role: 'administrator' },
      { role: 'symbio' },
    ]);
  });

  it('of an administrator is lowered only after confirmation', async () => {
    server.on('PUT /api/users/u-3', { json: { data: { ...cleo, role: 'symbio' } } });
    const view = await open();
    await view.user.selectOptions(roleOf('cleo@symbio.test'), 'symbio');
    const dialog = await screen.findByRole('alertdialog', { name: 'Change role' });
    expect(within(dialog).getByText(/cleo@symbio\.test from Administrator to Symbio\?/)).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(server.requestsOf('PUT /api/users/u-3')).toHaveLength(0);
    // the page becomes accessible again shortly after the dialog closes
    await waitFor(() => expect(roleOf('cleo@symbio.test').value).toBe('administrator'));

    await view.user.selectOptions(roleOf('cleo@symbio.test'), 'symbio');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    await waitFor(() => expect(server.requestsOf('PUT /api/users/u-3')[0]?.body).toEqual({ role: 'symbio' }));
  });
});

describe('an account', () => {
  it('is disabled after confirmation', async () => {
    server.on('PUT /api/users/u-2', { json: { data: { ...ben, disabled: true } } });
    const view = await open();
    const dialog = await ask(view, 'Ben Ito', 'Disable account');
    expect(within(dialog).getByText(/Ben Ito will be signed out everywhere and can no longer sign in\./)).toBeTruthy();
    server.on('GET /api/users', { json: { data: [me, { ...ben, disabled: true }], total_pages: 1 } });
    await view.user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Account disabled')).toBeTruthy();
    expect(server.requestsOf('PUT /api/users/u-2')[0]?.body).toEqual({ disabled: true });
    expect(within(await screen.findByRole('row', { name: /Ben Ito/ })).getByText('Disabled')).toBeTruthy();
  });

  it('is enabled again after confirmation', async () => {
    server.on('PUT /api/users/u-4', { json: { data: { ...dan, disabled: undefined } } });
    const view = await open();
    const dialog = await ask(view, 'Dan Hale', 'Enable account');
    await view.user.click(within(dialog).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Account enabled')).toBeTruthy();
    expect(server.requestsOf('PUT /api/users/u-4')[0]?.body).toEqual({ disabled: false });
  });

  it('stays unchanged on failure, and the dialog shows why', async () => {
    server.on('PUT /api/users/u-2', {
      status: 400,
      json: { error: 'Some fields are not valid.', fields: { disabled: 'The last administrator stays.' } },
    });
    const view = await open();
    const dialog = await ask(view, 'Ben Ito', 'Disable account');
    await view.user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await within(dialog).findByText('The last administrator stays.')).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByText('Disabled')).toHaveLength(1);
  });
});

describe('a person', () => {
  it('is erased only after reading and confirming the consequences, and disappears from the list', async () => {
    server.on('DELETE /api/users/u-2', { json: { data: { id: 'u-2', name: 'Erased person 3VF44C' } } });
    const view = await open();
    const dialog = await ask(view, 'Ben Ito', 'Erase person');
    expect(dialog.textContent).toContain('Erasing Ben Ito (ben@symbio.test) cannot be undone');
    const erase = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Erase permanently' });
    expect(erase.disabled).toBe(true);
    await view.user.click(within(dialog).getByRole('checkbox', { name: /this person cannot be restored/ }));
    server.on('GET /api/users', { json: { data: [me, cleo, dan], total_pages: 1 } });
    await view.user.click(erase);
    expect(await screen.findByText('Their work is shown under Erased person 3VF44C.')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/users/u-2')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Ben Ito')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('stays on failure, and the dialog shows why', async () => {
    server.on('DELETE /api/users/u-2', {
      status: 503,
      json: { error: 'Accounts cannot be changed right now. Please try again in a moment.' },
    });
    const view = await open();
    const dialog = await ask(view, 'Ben Ito', 'Erase person');
    await view.user.click(within(dialog).getByRole('checkbox'));
    await view.user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    expect(await within(dialog).findByText(/Accounts cannot be changed right now\./)).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
  });

  it('cannot erase themselves', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'More for Ada Marsh' })).toBeNull();
  });
});

describe('a person without an account', () => {
  it('is invited in a dialog', async () => {
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'Invite' }));
    await view.user.click(screen.getByRole('button', { name: 'Close the dialog' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close the dialog' })).toBeNull());
  });
});

describe('organizations (decision 0158)', () => {
  it('are not mentioned in the list before one exists', async () => {
    const view = await open();
    expect(screen.queryByText('Operator of this installation')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'More for Ben Ito' }));
    expect(await screen.findByRole('menuitem', { name: 'Change organization' })).toBeTruthy();
  });

  it('are made while a person is moved to one, and shown beside the name', async () => {
    const north = { id: 'o-1', name: 'North Environmental' };
    server.on('POST /api/organizations', { status: 201, json: { data: north } });
    server.on('PUT /api/users/u-2', { json: { data: { ...ben, organization_id: 'o-1' } } });
    const view = await open();
    const dialog = await ask(view, 'Ben Ito', 'Change organization');
    await view.user.selectOptions(within(dialog).getByRole('combobox'), 'New organization');
    await view.user.type(within(dialog).getByLabelText(/Name of the new organization/), north.name);
    server.on('GET /api/organizations', { json: { data: [north], total_pages: 1 } });
    server.on('GET /api/users', { json: { data: [me, { ...ben, organization_id: 'o-1' }, cleo], total_pages: 1 } });
    await view.user.click(within(dialog).getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('North Environmental')).toBeTruthy();
    expect(server.requestsOf('POST /api/organizations')[0]?.body).toEqual({ name: north.name });
    expect(server.requestsOf('PUT /api/users/u-2')[0]?.body).toEqual({ organization_id: 'o-1' });
  });

  it('are renamed, after one is chosen', async () => {
    const [north, south] = [
      { id: 'o-1', name: 'North Environmental' },
      { id: 'o-2', name: 'South Survey' },
    ];
    server.on('GET /api/organizations', { json: { data: [north, south], total_pages: 1 } });
    server.on('PUT /api/organizations/o-2', { json: { data: { ...south, name: 'South Borough Survey' } } });
    const view = await open();
    await view.user.click(await screen.findByRole('button', { name: 'Rename organization' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Rename organization' }));
    const rename = dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' });
    await view.user.selectOptions(dialog.getByRole('combobox'), south.name);
    expect(rename.disabled).toBe(true);
    await view.user.clear(dialog.getByRole('textbox'));
    await view.user.type(dialog.getByRole('textbox'), ' South Borough Survey ');
    await view.user.click(rename);
    expect(await screen.findByText('Organization renamed')).toBeTruthy();
    expect(server.requestsOf('PUT /api/organizations/o-2')[0]?.body).toEqual({ name: 'South Borough Survey' });
  });

  it('are not offered to administrators of a firm', async () => {
    server.on('GET /api/me', { json: { data: { ...me, organization_id: 'o-1' } } });
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'More for Ben Ito' }));
    await screen.findByRole('menuitem', { name: 'Erase person' });
    expect(screen.queryByRole('menuitem', { name: 'Change organization' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rename organization' })).toBeNull();
    expect(server.requestsOf('GET /api/organizations')).toHaveLength(0);
  });
});
