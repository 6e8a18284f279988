import { act, fireEvent, screen } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { PhotosIndicator } from './indicator.js';
import { PhotoError, PhotoQueue, type PhotoState } from './photo-queue.js';
import { forgetQueues, keepQueue } from './photo-registry.js';
import { photosText } from './photos-menu.js';

afterEach(() => forgetQueues());

describe('the summary of all photographs (VISIT-02)', () => {
  it.each<[PhotoState[], number, string]>([
    [['sending', 'waiting', 'failed'], 1, '1 of 3 photographs added'],
    [['drawing'], 0, '0 of 1 photograph added'],
    [['failed', 'refused'], 3, '2 photographs not added'],
    [[], 1, '1 photograph added'],
  ])('is short: %j, %d arrived', (states, arrived, text) => {
    expect(
      photosText(
        states.map((state) => ({ state })),
        arrived,
      ),
    ).toBe(text);
  });

  it('lists visits with links, and failed ones, which can be retried; uploaded ones are cleared', async () => {
    const server = fakeServer();
    await signedIn(server);
    server.on(`GET /api/projects/${project.id}/site-visits`, {
      json: { data: [{ id: 'v-1', project_id: project.id, visit_date: '2026-05-04', photos: [] }], total_pages: 1 },
    });
    let refuses = true;
    let ids = 0;
    const queue = new PhotoQueue({
      send: () =>
        refuses ? Promise.reject(new PhotoError('No connection to the server.', false, true)) : Promise.resolve(),
      changed: () => undefined,
      newId: () => `id-${++ids}`,
      preview: () => '',
      forget: () => undefined,
      keep: () => Promise.resolve('kept'),
      drop: () => Promise.resolve(),
    });
    const view = renderProjectScreen(<PhotosIndicator />);
    expect(screen.queryByTestId('photographs-indicator')).toBeNull();
    keepQueue({ projectId: project.id, visitId: 'v-1', queue });
    await act(async () => {
      queue.add([new File(['x'], 'a.jpg', { type: 'image/jpeg', lastModified: 1 })]);
      await Promise.resolve();
    });
    await view.user.click(await screen.findByRole('button', { name: 'Photographs: 1 photograph not added' }));
    expect(await screen.findByText('Visit of May 4, 2026')).toBeTruthy();
    expect(screen.getByText('Site Reconnaissance').getAttribute('href')).toBe(
      `/projects/${project.id}/site-reconnaissance`,
    );
    expect(screen.getByText('No connection to the server.')).toBeTruthy();
    refuses = false;
    fireEvent.click(screen.getByText('Retry'));
    await view.user.click(await screen.findByText('Clear'));
    expect(screen.queryByTestId('photographs-indicator')).toBeNull();
  });
});
