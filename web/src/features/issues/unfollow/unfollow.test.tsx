import { screen } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderScreen } from '../../../testing/render.js';
import { Unfollow } from './unfollow.js';

describe('the unfollow link of a mail', () => {
  it('changes nothing until the button is pressed, then shows the result', async () => {
    const server = fakeServer();
    server.on('POST /api/issue-unfollow', { json: { success: true, key: 'SYM-12', title: 'Grey tiles' } });
    const view = renderScreen(<Unfollow />, '/unfollow?token=t-1');
    expect(server.requests).toEqual([]);
    await view.user.click(screen.getByRole('button', { name: 'Unfollow' }));
    expect(await screen.findByText(/You no longer follow SYM-12 Grey tiles\./)).toBeTruthy();
    expect(server.requests.map(({ path, body, authorization }) => [path, body, authorization])).toEqual([
      ['/api/issue-unfollow', { token: 't-1' }, null],
    ]);
  });

  it('shows why it failed, and can be retried', async () => {
    const server = fakeServer();
    server.on('POST /api/issue-unfollow', { status: 400, json: { error: 'This link is no longer valid.' } });
    const view = renderScreen(<Unfollow />, '/unfollow?token=t-1');
    await view.user.click(screen.getByRole('button', { name: 'Unfollow' }));
    expect(await screen.findByText('This link is no longer valid.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unfollow' })).toBeTruthy();
  });

  it('shows that its token is missing', () => {
    fakeServer();
    renderScreen(<Unfollow />, '/unfollow');
    expect(screen.getByText(/This link is not complete/)).toBeTruthy();
  });
});
