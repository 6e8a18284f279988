import type { PhotoStore } from './stored-photos.js';
import { isInProgress, storageNote, photoRefusal, PhotoError, PhotoQueue, type QueuedPhoto } from './photo-queue.js';

const file = (name: string, size = 3): File =>
  new File([new Uint8Array(size)], name, { type: 'image/jpeg', lastModified: 1 });

interface Held {
  photo: QueuedPhoto;
  sent: (share: number) => void;
  arrive: () => void;
  fail: (error: Error) => void;
}

function setUp() {
  const sending: Held[] = [];
  const forgotten: string[] = [];
  const keeping: { id: string; resolve: (keeping: PhotoStore) => void }[] = [];
  const dropped: string[] = [];
  let changes = 0;
  let ids = 0;
  const queue = new PhotoQueue({
    send: (photo, sent) => new Promise((arrive, fail) => sending.push({ photo, sent, arrive, fail })),
    changed: () => changes++,
    newId: () => `id-${++ids}`,
    preview: ({ name }) => `blob:${name}`,
    forget: (preview) => forgotten.push(preview),
    keep: (id) => new Promise((resolve) => keeping.push({ id, resolve })),
    drop: (id) => Promise.resolve(void dropped.push(id)),
  });
  const states = () => queue.getPhotos().map(({ file: { name }, state }) => `${name} ${state}`);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { queue, sending, forgotten, keeping, dropped, states, settled, changes: () => changes };
}

describe('photographs on their way (VISIT-02)', () => {
  it('are sent two at a time, with progress, and removed after upload', async () => {
    const { queue, sending, states, settled, forgotten, changes } = setUp();
    queue.add([file('a.jpg'), file('b.jpg'), file('c.jpg')]);
    expect(states()).toEqual(['a.jpg sending', 'b.jpg sending', 'c.jpg waiting']);
    sending[0]?.sent(0.5);
    expect(queue.getPhotos()[0]).toMatchObject({ sent: 0.5, state: 'sending' });
    sending[0]?.sent(1);
    expect(states()[0]).toBe('a.jpg drawing');
    sending[0]?.arrive();
    await settled();
    expect(states()).toEqual(['b.jpg sending', 'c.jpg sending']);
    expect([forgotten, changes(), queue.getArrived()]).toEqual([['blob:a.jpg'], 1, 1]);
    queue.seen();
    expect(queue.getArrived()).toBe(0);
  });

  it('stay after a failure, and are retried under their id', async () => {
    const { queue, sending, states, settled } = setUp();
    queue.add([file('a.jpg')]);
    sending[0]?.fail(new PhotoError('The server is away.', false));
    await settled();
    expect(queue.getPhotos()).toMatchObject([{ state: 'failed', error: 'The server is away.', preview: 'blob:a.jpg' }]);
    queue.retry('id-1');
    expect(sending.map(({ photo }) => photo.id)).toEqual(['id-1', 'id-1']);
    expect(states()).toEqual(['a.jpg sending']);
  });

  it.each([
    ['No connection.', true, true],
    ['The server is busy.', false, true],
  ])('are retried automatically after a failure that passes: %s', async (message, isOffline, isRetried) => {
    const { queue, sending, states, settled } = setUp();
    queue.add([file('a.jpg'), file('b.jpg')]);
    sending[0]?.fail(new PhotoError(message, false, isOffline, isRetried));
    sending[1]?.fail(new PhotoError('The visit is full.', false));
    await settled();
    queue.retryPassing();
    expect(states()).toEqual(['a.jpg sending', 'b.jpg failed']);
    queue.retry();
    expect(states()).toEqual(['a.jpg sending', 'b.jpg sending']);
  });

  it('are refused for their type, and can be removed; the server may refuse, too', async () => {
    const { queue, sending, states, settled } = setUp();
    queue.add([new File(['x'], 'notes.pdf', { type: 'application/pdf' }), file('a.jpg')]);
    expect(states()).toEqual(['notes.pdf refused', 'a.jpg sending']);
    sending[0]?.fail(new PhotoError('The photograph could not be read.', true));
    await settled();
    queue.retry();
    expect(states()).toEqual(['notes.pdf refused', 'a.jpg refused']);
    expect(queue.getPhotos().some(isInProgress)).toBe(false);
    for (const { id } of queue.getPhotos()) queue.remove(id);
    expect(states()).toEqual([]);
  });

  it('are added once, and not removed while being sent', () => {
    const { queue, states } = setUp();
    queue.add([file('a.jpg')]);
    queue.add([file('a.jpg')]);
    queue.remove('id-1');
    expect(states()).toEqual(['a.jpg sending']);
  });
});

describe('stored photographs (VISIT-02)', () => {
  it('resume under their ids in another page, without duplicates', () => {
    const { queue, sending, states, keeping, dropped } = setUp();
    queue.add([file('a.jpg')]);
    queue.restore([
      { id: 'before-1', file: file('b.jpg') },
      { id: 'before-2', file: file('a.jpg') },
    ]);
    expect(states()).toEqual(['b.jpg sending', 'a.jpg sending']);
    expect(sending.map(({ photo }) => photo.id)).toEqual(['id-1', 'before-1']);
    // stored entries are not stored twice, and a file chosen again is sent under its new id
    expect(keeping.map(({ id }) => id)).toEqual(['id-1']);
    expect(dropped).toEqual(['before-2']);
  });

  it('are deleted after upload, removal or sign-out, however late they were stored', async () => {
    const { queue, sending, keeping, dropped, settled } = setUp();
    queue.add([file('a.jpg'), file('b.jpg'), file('c.jpg')]);
    sending[0]?.arrive();
    await settled();
    expect(dropped).toEqual([]);
    for (const { resolve } of keeping) resolve('kept');
    await settled();
    expect(dropped).toEqual(['id-1']);
    sending[1]?.fail(new PhotoError('The photograph could not be read.', true));
    await settled();
    expect(dropped).toEqual(['id-1']);
    queue.remove('id-2');
    queue.clear();
    await settled();
    expect(dropped).toEqual(['id-1', 'id-2', 'id-3']);
  });

  it('show when there is no space for them', async () => {
    const { queue, keeping, settled } = setUp();
    queue.add([file('a.jpg'), file('b.jpg')]);
    keeping[0]?.resolve('kept');
    await settled();
    expect(storageNote(queue.getPhotos())).toBe('');
    keeping[1]?.resolve('no-room');
    await settled();
    expect(storageNote(queue.getPhotos())).toBe(
      'This device has too little storage to keep the photographs until they are sent. Keep this page open until they have arrived.',
    );
  });
});

it('validates by type, by name if the type is unknown, and by size', () => {
  expect(photoRefusal({ name: 'IMG_1.HEIC', type: '', size: 1 })).toBeNull();
  expect(photoRefusal({ name: 'a.webp', type: 'image/webp', size: 1 })).toBeNull();
  expect(photoRefusal({ name: 'a.gif', type: 'image/gif', size: 1 })).toBe(
    'Only JPEG, HEIC, PNG, WebP, TIFF and BMP photographs can be added',
  );
  expect(photoRefusal({ name: 'a.jpg', type: 'image/jpeg', size: 41_943_040 })).toBe(
    'Photographs must be smaller than 40 MB',
  );
  expect(photoRefusal({ name: 'a.jpg', type: 'image/jpeg', size: 0 })).toBe('This file is empty');
});
