import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ThemeProvider } from '../../app/theme.js';
import { fakeServer } from '../../testing/fake-server.js';
import { notifyMissingChunk } from './missing-chunk.js';
import { ToastRegion } from './toasts.js';

afterEach(() => jest.restoreAllMocks());

describe('a dialog whose code does not come', () => {
  beforeEach(() => {
    render(
      <ThemeProvider>
        <ToastRegion />
      </ThemeProvider>,
    );
  });

  it('is reported as a new version when the server is reachable, and input can be saved first (ERR-01)', async () => {
    fakeServer().on('HEAD /', { text: '' });
    await act(() => notifyMissingChunk());
    expect(await screen.findByText('This could not be opened')).toBeTruthy();
    expect(screen.getByText(/A new version of Symbio is available. Save what you have typed/)).toBeTruthy();
  });

  it('is reported as a missing connection when offline (ERR-01)', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(() => notifyMissingChunk());
    expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy();
  });
});
