import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.js';
import { useApiDispatch, type ApiDispatch } from '../../../lib/api-thunks.js';
import { apiErrorOf } from '../../../lib/errors.js';
import { sendForm } from '../../../lib/send-form.js';
import { currentSession, subscribeToDepartures } from '../../../lib/session.js';
import { uuidV7 } from '../../../lib/uuid.js';
import { photosPath } from '../api.js';
import { dropAllPhotos, dropPhoto, keepPhoto, keptPhotosOf } from './kept-photos.js';
import { isUnderWay, PhotoError, PhotoQueue, type QueuedPhoto } from './photo-queue.js';

const NOT_ADDED = 'The photograph could not be added. Try again.';

/** Milliseconds between two tries of photographs that failed for want of a connection. */
const RETRY_MS = 10_000;

/** What is answered about one photograph. */
interface Answer {
  data?: ({ photo: unknown } | { error: string; code: string })[];
}

/** Codes of refusals that have nothing to do with the file. */
const PASSING: ReadonlySet<string> = new Set(['crashed', 'timeout', 'unavailable', 'too_many_photographs']);

async function send(
  projectId: string,
  visitId: string,
  photo: QueuedPhoto,
  onSent: (share: number) => void,
): Promise<void> {
  const form = new FormData();
  form.append('id', photo.id);
  form.append('files', photo.file, photo.file.name);
  let answer: Answer | null;
  try {
    answer = await sendForm<Answer | null>(photosPath(projectId, visitId), form, NOT_ADDED, (sent, total) =>
      onSent(total > 0 ? sent / total : 0),
    );
  } catch (error) {
    const { message, status } = apiErrorOf(error);
    throw new PhotoError(message, false, status === 0);
  }
  const [item] = answer?.data ?? [];
  if (!item) throw new PhotoError(NOT_ADDED, false);
  if ('error' in item) throw new PhotoError(item.error, !PASSING.has(item.code));
}

/** By visit. */
const queues = new Map<string, PhotoQueue>();

// what one person chose is not the next one's to see
subscribeToDepartures(() => {
  for (const queue of queues.values()) queue.clear();
  queues.clear();
  void dropAllPhotos();
});

function queueOf(projectId: string, visitId: string, dispatch: ApiDispatch): PhotoQueue {
  const known = queues.get(visitId);
  if (known) return known;
  const owner = currentSession().subject ?? '';
  const queue = new PhotoQueue({
    send: (photo, onSent) => send(projectId, visitId, photo, onSent),
    changed: () => dispatch(api.util.invalidateTags(['Photograph'])),
    newId: () => uuidV7(),
    preview: (file) => URL.createObjectURL(file),
    forget: (preview) => URL.revokeObjectURL(preview),
    keep: (id, file) => keepPhoto({ id, owner, visitId, file, at: Date.now() }),
    drop: dropPhoto,
  });
  queues.set(visitId, queue);
  void keptPhotosOf(visitId, owner).then((kept) => {
    // unless they have signed out meanwhile
    if (queues.get(visitId) === queue && kept.length > 0) queue.restore(kept);
  });
  return queue;
}

/** The photographs on their way to a visit. While some are that leaving would lose, leaving the application asks first. */
export function usePhotoQueue(
  projectId: string,
  visitId: string,
): { queue: PhotoQueue; photos: readonly QueuedPhoto[] } {
  const queue = queueOf(projectId, visitId, useApiDispatch());
  const photos = useSyncExternalStore(queue.subscribe, queue.getPhotos);
  useEffect(() => {
    const again = (): void => queue.reconnected();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [queue]);
  const isOffline = photos.some((photo) => photo.isOffline);
  useEffect(() => {
    if (!isOffline) return;
    // a phone between two cells is not always told that it is connected again
    const timer = setInterval(() => queue.reconnected(), RETRY_MS);
    return () => clearInterval(timer);
  }, [queue, isOffline]);
  const isUnsaved = photos.some((photo) => (isUnderWay(photo) || photo.state === 'failed') && photo.keeping !== 'kept');
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return { queue, photos };
}
