import { act, screen, waitFor, within } from '@testing-library/react';
import { PhotoError, PhotoQueue } from '../../features/visits/photos/photo-queue.js';
import { forgetQueues, keepQueue } from '../../features/visits/photos/photo-registry.js';
import { appServer } from '../../testing/app-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderRoutes, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { routes } from '../router.js';

let server: FakeServer;

beforeEach(async () => {
  server = appServer();
  await signedIn(server);
  server.on('POST /api/auth/sign-out', { status: 204, text: '' });
});
afterEach(() => forgetQueues());

const signOuts = () => server.requestsOf('POST /api/auth/sign-out').length;

async function logout(view: RenderedScreen): Promise<HTMLElement> {
  await view.user.click(await screen.findByRole('button', { name: /User menu/ }));
  await view.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  return screen.findByRole('alertdialog', { name: 'Log out now?' });
}

/** Photographs that wait for a connection. */
function waitingPhotos(count: number): PhotoQueue {
  let ids = 0;
  const queue = new PhotoQueue({
    send: () => Promise.reject(new PhotoError('No connection to the server.', false, true)),
    changed: () => undefined,
    newId: () => `id-${++ids}`,
    preview: () => '',
    forget: () => undefined,
    keep: () => Promise.resolve('kept'),
    drop: () => Promise.resolve(),
  });
  queue.add(
    Array.from(
      { length: count },
      (_, index) => new File(['x'], `${index}.jpg`, { type: 'image/jpeg', lastModified: 1 }),
    ),
  );
  return queue;
}

describe('Logout', () => {
  it('asks first while photographs have not arrived, which it would take away for good (NAV-22, VISIT-02)', async () => {
    const view = renderRoutes(routes, '/');
    await screen.findByRole('heading', { name: 'Projects' });
    const queue = waitingPhotos(2);
    act(() => keepQueue({ projectId: project.id, visitId: 'v-1', queue }));
    act(() => queue.add([new File(['x'], 'note.txt', { type: 'text/plain' })]));
    const dialog = await logout(view);
    expect(within(dialog).getByText('2 photographs have not arrived yet.')).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(queue.getPhotos()).toHaveLength(3);
    expect(signOuts()).toBe(0);
    await view.user.click(within(await logout(view)).getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(signOuts()).toBe(1);
  });

  it('asks first where a form has changes that are not saved (NAV-22, SET-01)', async () => {
    const view = renderRoutes(routes, '/settings/profile');
    await view.user.type(await screen.findByRole('textbox', { name: 'Company' }), ' and Sons');
    const dialog = await logout(view);
    expect(within(dialog).getByText('Your changes on this page are not saved yet.')).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Company', hidden: true }).value).toMatch(
      / and Sons$/,
    );
    await view.user.click(within(await logout(view)).getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });
});
