import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../../lib/http/api.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { AccountPage } from './account-page.js';
import { DataPrivacyPage } from './data-privacy-page.js';
import { NotificationsPage } from './notifications-page.js';

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

const allDisabled = (elements: HTMLElement[]): boolean =>
  elements.length > 0 && elements.every((element) => (element as HTMLInputElement).disabled);

describe('the profile', () => {
  it('has name, company and phone to edit, e-mail and role to read (SET-01, AUTH-26)', async () => {
    renderScreen(<AccountPage appearance="Light" />);
    const input = async (label: RegExp) => await screen.findByLabelText<HTMLInputElement>(label);
    expect((await input(/^Name/)).value).toBe('Ada Marsh');
    expect((await input(/^Company/)).value).toBe('Marsh Environmental');
    expect(await input(/^Email/)).toMatchObject({ value: me.email, readOnly: true });
    expect(await input(/^Role/)).toMatchObject({ value: 'Administrator', readOnly: true });
  });

  it('is sent without company and phone when they are empty, and read again (SET-02, SET-03, ERR-14)', async () => {
    server.on('PUT /api/me', { json: { data: { ...me, company: null } } });
    const view = renderScreen(<AccountPage appearance="Light" />);
    await view.user.clear(await screen.findByLabelText(/^Company/));
    await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    expect(server.requestsOf('PUT /api/me')[0]?.body).toEqual({ name: 'Ada Marsh' });
    await waitFor(() => expect(server.requestsOf('GET /api/me').length).toBeGreaterThan(1));
  });

  it('is not saved if the response carries an error (SET-03, ERR-14)', async () => {
    server.on('PUT /api/me', { json: { data: me, error: 'The profile is locked.' } });
    const view = renderScreen(<AccountPage appearance="Light" />);
    await view.user.type(await screen.findByLabelText(/^Name/), ' Stone');
    await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('The profile is locked.')).toBeTruthy();
    expect(screen.queryByText('Profile updated successfully')).toBeNull();
  });

  it('counts as saved after the response, even if it cannot be read again (SET-03)', async () => {
    const view = renderScreen(<AccountPage appearance="Light" />);
    await view.user.type(await screen.findByLabelText(/^Name/), ' Stone');
    server.on('PUT /api/me', { json: { data: { ...me, name: 'Ada Marsh Stone' } } });
    server.on('GET /api/me', { status: 503, json: { error: 'The account service is away.' } });
    await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    await waitFor(() => expect(server.requestsOf('GET /api/me').length).toBeGreaterThan(1));
    const save = await screen.findByRole('button', { name: 'Save Changes' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ada Marsh Stone');
  });

  it('takes over values another tab saved in unedited fields, and sends them along (SET-03)', async () => {
    server.on('PUT /api/me', ({ body }) => ({ json: { data: { ...me, ...(body as object) } } }));
    const view = renderScreen(<AccountPage appearance="Light" />);
    await view.user.type(await screen.findByLabelText(/^Name/), ' Stone');
    server.on('GET /api/me', { json: { data: { ...me, name: 'Ada M.', company: 'Stone & Daughters' } } });
    act(() => void view.store.dispatch(api.util.invalidateTags(['Me'])));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Company/).value).toBe('Stone & Daughters'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ada Marsh Stone');
    await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/me')[0]?.body).toMatchObject({
        name: 'Ada Marsh Stone',
        company: 'Stone & Daughters',
      }),
    );
  });

  it('shows one toast when saved twice within its display time (NAV-30)', async () => {
    let saved = me;
    server.on('PUT /api/me', ({ body }) => {
      saved = { ...me, ...(body as object) };
      return { json: { data: saved } };
    });
    server.on('GET /api/me', () => ({ json: { data: saved } }));
    const view = renderScreen(<AccountPage appearance="Light" />);
    for (const letter of ['1', '2']) {
      await view.user.type(await screen.findByLabelText(/^Name/), letter);
      const before = server.requestsOf('PUT /api/me').length;
      await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(server.requestsOf('PUT /api/me')).toHaveLength(before + 1));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy());
    }
    expect(await screen.findAllByText('Profile updated successfully')).toHaveLength(1);
  });

  it('shows the error of the server (ERR-14)', async () => {
    server.on('PUT /api/me', {
      status: 400,
      json: { error: 'Phone is too long.', fields: { phone: 'Phone is too long.' } },
    });
    const view = renderScreen(<AccountPage appearance="Light" />);
    await view.user.type(await screen.findByLabelText(/^Phone/), '1');
    await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const phone = screen.getByRole('textbox', { name: 'Phone' });
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
    const atField = document.getElementById(phone.getAttribute('aria-describedby') ?? '');
    expect(atField?.textContent).toBe('Phone is too long.');
    expect(document.activeElement).toBe(phone);
    // at the field and in the toast
    await waitFor(() => expect(screen.getAllByText('Phone is too long.').length).toBeGreaterThan(1));
  });
});

describe('settings that are not available yet', () => {
  it('notifications: every toggle disabled, Save Preferences present (SET-04, STUB-10)', () => {
    renderScreen(<NotificationsPage />);
    expect(allDisabled(screen.getAllByRole('switch'))).toBe(true);
    // only notifications that are sent are on
    const on = screen.getAllByRole<HTMLInputElement>('switch').filter(({ checked }) => checked);
    expect(on).toEqual([screen.getByRole('switch', { name: /^Issues/ })]);
    expect(screen.getByRole('button', { name: 'Save Preferences' })).toBeTruthy();
  });

  it('security: enables the controls for one change, which ends other sessions', async () => {
    server.on('POST /api/auth/change-password', { json: { access_token: 'next', expires_in: 300 } });
    const view = renderScreen(<AccountPage atSecurity appearance="Light" />);
    await view.user.click(screen.getByRole('button', { name: 'Change password' }));
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    await waitFor(() => expect(document.activeElement).toBe(field('Current password')));
    await view.user.type(field('Current password'), 'right');
    await view.user.type(field('New password'), 'a new one');
    await view.user.type(field('Confirm new password'), 'another');
    await view.user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    await view.user.clear(field('Confirm new password'));
    await view.user.type(field('Confirm new password'), 'a new one');
    await view.user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('Password changed')).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/change-password')[0]?.body).toEqual({
      current_password: 'right',
      new_password: 'a new one',
    });
    expect([field('Current password').value, field('Current password').disabled]).toEqual(['', true]);
  });

  it('security: returns focus to the opening button after closing', async () => {
    server.on('POST /api/auth/change-password', { json: { access_token: 'next', expires_in: 300 } });
    const view = renderScreen(<AccountPage atSecurity appearance="Light" />);
    const opener = () => screen.getByRole('button', { name: 'Change password' });
    expect(document.activeElement).not.toBe(opener());
    await view.user.click(opener());
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    await view.user.click(opener());
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      await view.user.type(screen.getByLabelText(label), 'the same');
    await view.user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('Password changed')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it('security: focuses the field that the server refuses', async () => {
    server.on('POST /api/auth/change-password', {
      status: 403,
      json: { error: 'Refused', fields: { current_password: 'The current password is not right' } },
    });
    const view = renderScreen(<AccountPage atSecurity appearance="Light" />);
    await view.user.click(screen.getByRole('button', { name: 'Change password' }));
    for (const [label, value] of [
      ['Current password', 'wrong'],
      ['New password', 'a new one'],
      ['Confirm new password', 'a new one'],
    ] as const)
      await view.user.type(screen.getByLabelText(label), value);
    await view.user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('The current password is not right')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')));
  });

  it('security: disabled controls, no second factor, one session (SET-05 to SET-07, STUB-10)', () => {
    renderScreen(<AccountPage atSecurity appearance="Light" />);
    expect(
      allDisabled(
        ['Current password', 'New password', 'Confirm new password'].map((label) => screen.getByLabelText(label)),
      ),
    ).toBe(true);
    expect(allDisabled(['Update Password', 'Enable 2FA'].map((name) => screen.getByRole('button', { name })))).toBe(
      true,
    );
    expect(screen.getByText('Two-factor authentication is not enabled')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Active Sessions' })).toBeTruthy();
    expect(screen.getAllByText('Active')).toHaveLength(1);
  });

  it('data privacy: everything disabled, data kept for 7 years (SET-08, SET-09, CONST-15, STUB-10)', () => {
    renderScreen(<DataPrivacyPage />);
    expect(allDisabled([...screen.getAllByRole('button'), ...screen.getAllByRole('switch')])).toBe(true);
    expect(screen.getByText(/retained for 7 years after completion/)).toBeTruthy();
    expect(screen.getByText(/under Retained reports until 7 years after their issue/)).toBeTruthy();
  });
});
