import { act, screen, waitFor, within } from '@testing-library/react';
import { PhotoError, PhotoQueue } from '../../features/visits/photos/photo-queue.js';
import { forgetQueues, keepQueue } from '../../features/visits/photos/photo-registry.js';
import { appServer } from '../../testing/app-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderRoutes, type RenderedScreen } from '../../testing/render.js';
import { signIn } from '../../lib/session/session.js';
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
  it('asks first while photographs are not uploaded, which it would delete permanently (NAV-22, VISIT-02)', async () => {
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

/** Shared by all windows. */
class Channel {
  private static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(private readonly name: string) {
    Channel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }));
  }

  close(): void {
    Channel.open.delete(this);
  }
}

class OtherWindow {
  readonly heard: unknown[] = [];
  private readonly channel = new Channel('symbio-unsaved-work');

  constructor(
    private unsavedWork: object,
    private readonly subject = 'ada',
  ) {
    this.channel.onmessage = ({ data }) => {
      const { unsavedWork: reply, ...asked } = data as { unsavedWork?: object; subject: string };
      if (reply) this.heard.push(reply);
      else if (asked.subject === subject) this.tell(this.unsavedWork);
    };
  }

  tell(unsavedWork: object): void {
    this.unsavedWork = unsavedWork;
    const { subject } = this;
    this.channel.postMessage({ subject, from: 'another window', unsavedWork });
  }

  ask(): void {
    const { subject } = this;
    this.channel.postMessage({ subject, from: 'another window' });
  }

  close(): void {
    this.channel.close();
  }
}

describe('Logout with several windows open', () => {
  const nothing = { photographs: [], refused: [], files: 0, isUnsaved: false };
  let other: OtherWindow;

  beforeEach(async () => {
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: Channel, configurable: true });
    const claims = Buffer.from(JSON.stringify({ sub: 'ada' })).toString('base64url');
    server.on('POST /api/auth/sign-in', { json: { access_token: `head.${claims}.signature`, expires_in: 300 } });
    await signIn('ada@symbio.test', 'symbio-local');
  });
  afterEach(() => {
    other.close();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });

  it('asks first while another window has unsaved work, and notices when that is finished (NAV-22, VISIT-02)', async () => {
    other = new OtherWindow({ photographs: ['id-1', 'far'], refused: [], files: 1, isUnsaved: true });
    const view = renderRoutes(routes, '/');
    await screen.findByRole('heading', { name: 'Projects' });
    act(() => keepQueue({ projectId: project.id, visitId: 'v-1', queue: waitingPhotos(2) }));
    const dialog = await logout(view);
    // both know one of the photographs
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '3 photographs have not arrived yet.',
      '1 file is not uploaded yet.',
      'Your changes in another window are not saved yet.',
    ]);
    other.tell({ ...nothing, isUnsaved: true });
    await within(dialog).findByText('2 photographs have not arrived yet.');
    other.tell(nothing);
    act(() => forgetQueues());
    await within(dialog).findByText('Everything is finished now.');
    await view.user.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
  });

  it('shares its unsaved work with other windows, on request and on change', async () => {
    other = new OtherWindow(nothing);
    renderRoutes(routes, '/');
    await screen.findByRole('heading', { name: 'Projects' });
    act(() => keepQueue({ projectId: project.id, visitId: 'v-1', queue: waitingPhotos(1) }));
    const unsavedWork = { ...nothing, photographs: ['id-1'] };
    await waitFor(() => expect(other.heard.at(-1)).toEqual(unsavedWork));
    const count = other.heard.length;
    other.ask();
    await waitFor(() => expect(other.heard.slice(count)).toEqual([unsavedWork]));
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(other.heard.at(-1)).toEqual(nothing));
  });

  it('does not wait for a window that does not answer, or that belongs to another user', async () => {
    other = new OtherWindow({ ...nothing, files: 3 }, 'somebody else');
    const view = renderRoutes(routes, '/');
    await view.user.click(await screen.findByRole('button', { name: /User menu/ }));
    other.tell({ ...nothing, files: 3 });
    await view.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(signOuts()).toBe(1);
  });

  it('asks first while the browser stores photographs that no window reports', async () => {
    other = new OtherWindow({ ...nothing, refused: ['refused'] });
    const photo = (id: string) => ({ id, owner: 'ada', visitId: 'v-1', at: Date.now() });
    keeping([photo('asleep'), photo('refused'), { ...photo('theirs'), owner: 'somebody else' }]);
    const dialog = await logout(renderRoutes(routes, '/'));
    within(dialog).getByText('1 photograph has not arrived yet.');
  });
});

function keeping(photos: readonly { id: string }[]): void {
  const answering = (result: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const store = {
    getAll: () => answering(photos),
    getAllKeys: () => answering(photos.map(({ id }) => id)),
    clear: () => undefined,
  };
  const transaction = () => ({ objectStore: () => store });
  Object.defineProperty(globalThis, 'indexedDB', {
    value: { open: () => answering({ transaction }) },
    configurable: true,
  });
}
