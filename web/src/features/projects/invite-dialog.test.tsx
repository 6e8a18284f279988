import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { InviteDialog } from './invite-dialog.js';

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

function Opened() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <InviteDialog onClose={() => setOpen(false)} /> : null;
}

describe('the dialog that invites a person (D-74)', () => {
  it('has a project and a role', async () => {
    server.on('GET /api/public/projects', {
      json: { data: [{ id: 'p-1', title: 'Riverside Mill', number: 'P-2026-00001' }], total_pages: 1 },
    });
    const invite = 'POST /api/projects/p-1/invitations';
    server.on(invite, { status: 201, json: { data: { member: null, invitation: { id: 'i-1' } } } });
    const view = renderScreen(<Opened />);
    const dialog = await screen.findByRole('dialog', { name: 'Invite a person' });
    await view.user.click(within(dialog).getByRole('button', { name: 'Invite' }));
    expect(within(dialog).getByText('Email address is required')).toBeTruthy();
    expect(within(dialog).getByText('Choose a project from the list')).toBeTruthy();
    await view.user.type(within(dialog).getByLabelText(/^Email Address/), 'nora@example.test');
    await view.user.click(within(dialog).getByRole('combobox', { name: /^Project/ }));
    await view.user.click(await screen.findByRole('option', { name: 'Riverside Mill (P-2026-00001)' }));
    await view.user.selectOptions(within(dialog).getByLabelText('Role in the project'), 'editor');
    await view.user.click(within(dialog).getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(server.requestsOf(invite)[0]?.body).toEqual({ email: 'nora@example.test', role: 'editor' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open when the server refuses', async () => {
    server.on('GET /api/public/projects', {
      json: { data: [{ id: 'p-1', title: 'Riverside Mill', number: 'P-2026-00001' }], total_pages: 1 },
    });
    const error = 'The person with this address is a member already.';
    server.on('POST /api/projects/p-1/invitations', { status: 409, json: { error, code: 'already_member' } });
    const view = renderScreen(<Opened />);
    const dialog = await screen.findByRole('dialog', { name: 'Invite a person' });
    await view.user.type(within(dialog).getByLabelText(/^Email Address/), 'ben@symbio.test');
    await view.user.click(within(dialog).getByRole('combobox', { name: /^Project/ }));
    await view.user.click(await screen.findByRole('option', { name: 'Riverside Mill (P-2026-00001)' }));
    await view.user.click(within(dialog).getByRole('button', { name: 'Invite' }));
    expect(await within(dialog).findByText(error)).toBeTruthy();
  });
});
