import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { appServer } from '../../testing/app-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';

let asked = 0;
jest.unstable_mockModule('./palette-dialog.js', () => {
  asked += 1;
  throw new TypeError('Failed to fetch dynamically imported module: /assets/palette-dialog.js');
});
const { Palette } = await import('./palette.js');

describe('a palette whose code does not come', () => {
  it('shows an error, and keeps the screen and its input; the next press retries', async () => {
    const server = appServer();
    await signedIn(server);
    server.on('HEAD /', { text: '' });
    const view = renderScreen(
      <>
        <Palette />
        <input aria-label="Comment" />
      </>,
    );
    await view.user.type(screen.getByRole('textbox', { name: 'Comment' }), 'half a sentence');
    const button = screen.getByRole('button', { name: /^Search \(/ });
    await view.user.click(button);
    expect(await screen.findByText(/^A new version of Symbio is available/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Comment' }).value).toBe('half a sentence');
    const before = asked;
    await view.user.click(button);
    await waitFor(() => expect(asked).toBeGreaterThan(before));
  });
});
