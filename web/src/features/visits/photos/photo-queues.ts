import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/http/api.js';
import { useApiDispatch, type ApiDispatch } from '../../../lib/http/api-thunks.js';
import { apiErrorOf, isUnanswered } from '../../../lib/http/errors.js';
import { sendForm } from '../../../lib/files/upload.js';
import { currentSession, subscribeToDepartures } from '../../../lib/session/session.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { photosRequest } from '../visit-requests.js';
import { dropPhoto, dropPhotosOf, isStored, storePhoto, storedPhotosOf, type StoredPhoto } from './stored-photos.js';
import { discardPhotoChanges, isVisitUnsent, outboxRead, sendChanges } from '../offline/outbox.js';
import { claimPhoto, releasePhotoClaims, unclaimPhoto } from './photo-claims.js';
import { PhotoError, PhotoQueue, type QueuedPhoto } from './photo-queue.js';
import { everyQueue, forgetQueues, keepQueue, knownQueue, subscribeToQueues } from './photo-registry.js';

const ADD_FAILED = 'The photograph could not be added. Try again.';

/** Milliseconds, after failures that pass by themselves. */
const RETRY_MS = 10_000;

interface Answer {
  data?: ({ photo: unknown } | { error: string; code: string })[];
}

/** Error codes of a part of the server that is away or busy. */
const PASSING: ReadonlySet<string> = new Set([
  ...['connection_lost', 'database_away', 'starting', 'storage_full', 'storage_unavailable', 'too_many_files_at_once'],
  'unavailable',
]);
/** Other error codes unrelated to the file. */
const RETRYABLE: ReadonlySet<string> = new Set(['crashed', 'internal', 'timeout', 'too_many_photographs']);

async function send(
  projectId: string,
  visitId: string,
  photo: QueuedPhoto,
  onSent: (share: number) => void,
): Promise<void> {
  await outboxRead();
  if (isVisitUnsent(visitId)) throw new PhotoError('It is sent after its visit.', false, true);
  const form = new FormData();
  form.append('id', photo.id);
  form.append('files', photo.file, photo.file.name);
  let answer: Answer | null;
  try {
    answer = await sendForm<Answer | null>(photosRequest(projectId, visitId).url, form, ADD_FAILED, (sent, total) =>
      onSent(total > 0 ? sent / total : 0),
    );
  } catch (error) {
    const { message, status } = apiErrorOf(error);
    // 401: the token could not be renewed either; without a user there is no queue
    throw new PhotoError(message, false, status === 0, isUnanswered(error) || status === 401);
  }
  const [item] = answer?.data ?? [];
  if (!item) throw new PhotoError(ADD_FAILED, false);
  if (!('error' in item)) return;
  const isPassing = PASSING.has(item.code);
  throw new PhotoError(item.error, !isPassing && !RETRYABLE.has(item.code), false, isPassing);
}

// a sign-out discards the photographs, after a question; an expired session keeps them for the same person
subscribeToDepartures(({ subject }) => {
  const isEnded = currentSession().reason === 'ended';
  releasePhotoClaims();
  forgetQueues(!isEnded);
  if (isEnded && subject !== undefined) void dropPhotosOf(subject);
});

const unsaved = ({ state, keeping }: QueuedPhoto): boolean => state !== 'refused' && keeping !== 'kept';
const warnBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
let retry: ReturnType<typeof setInterval> | undefined;

function retryPassing(): void {
  for (const queue of everyQueue()) queue.retryPassing();
}

window.addEventListener('online', retryPassing);
subscribeToQueues(() => {
  const photos = everyQueue().flatMap((queue) => queue.getPhotos());
  // phones do not always fire `online`
  if (photos.some(({ isRetried }) => isRetried)) retry ??= setInterval(retryPassing, RETRY_MS);
  else {
    clearInterval(retry);
    retry = undefined;
  }
  // ask only if something would be lost
  if (photos.some(unsaved)) window.addEventListener('beforeunload', warnBeforeUnload);
  else window.removeEventListener('beforeunload', warnBeforeUnload);
});

let chosenAt = 0;
/** Increasing, to preserve the order of selection. */
const nextMoment = (): number => (chosenAt = Math.max(Date.now(), chosenAt + 1));

/** A new queue resumes stored photographs. */
function queueOf(projectId: string, visitId: string, dispatch: ApiDispatch): PhotoQueue {
  const known = knownQueue(visitId);
  if (known) return known;
  const owner = currentSession().subject ?? '';
  const queue = new PhotoQueue({
    send: (photo, onSent) => send(projectId, visitId, photo, onSent),
    // this visit only: photographs arrive one at a time, and projects have many visits
    changed: () => dispatch(api.util.invalidateTags([{ type: 'Photograph', id: visitId }])),
    // its caption and links wait for it
    arrived: () => void sendChanges(),
    removed: (id) => void discardPhotoChanges(id),
    newId: () => uuidV7(),
    preview: (file) => URL.createObjectURL(file),
    forget: (preview) => URL.revokeObjectURL(preview),
    keep: async (id, file) => {
      const at = nextMoment();
      await claimPhoto(id);
      return storePhoto({ id, owner, projectId, visitId, file, at });
    },
    drop: async (id) => {
      await dropPhoto(id);
      unclaimPhoto(id);
    },
  });
  keepQueue({ projectId, visitId, queue });
  void storedPhotosOf(owner).then((kept) =>
    resumeUploads(
      queue,
      kept.filter((photo) => photo.visitId === visitId),
    ),
  );
  return queue;
}

/** Unclaimed photographs at once, others when their window releases them. */
async function resumeUploads(queue: PhotoQueue, kept: readonly StoredPhoto[]): Promise<void> {
  const take = async (photos: readonly StoredPhoto[]): Promise<void> => {
    // another window may have sent them, or the user signed out
    const left = await Promise.all(photos.map(({ id }) => isStored(id)));
    const mine = photos.filter((_, index) => left[index] && everyQueue().includes(queue));
    for (const photo of photos) if (!mine.includes(photo)) unclaimPhoto(photo.id);
    if (mine.length > 0) queue.restore(mine);
  };
  const known = new Set(queue.getPhotos().map(({ id }) => id));
  const others = kept.filter(({ id }) => !known.has(id));
  const claimed = await Promise.all(others.map(({ id }) => claimPhoto(id)));
  await take(others.filter((_, index) => claimed[index]));
  for (const photo of others.filter((_, index) => !claimed[index]))
    void claimPhoto(photo.id, { waits: true }).then((isMine) => (isMine ? take([photo]) : undefined));
}

/** After a page load. */
export async function resumePhotoUploads(dispatch: ApiDispatch): Promise<void> {
  const owner = currentSession().subject;
  if (owner === undefined) return;
  const kept = await storedPhotosOf(owner);
  if (currentSession().subject !== owner) return;
  for (const { projectId, visitId } of kept) if (projectId !== undefined) queueOf(projectId, visitId, dispatch);
}

/** Leaving the application asks first if unsaved photographs would be lost. */
export function usePhotoQueue(
  projectId: string,
  visitId: string,
): { queue: PhotoQueue; photos: readonly QueuedPhoto[] } {
  const queue = queueOf(projectId, visitId, useApiDispatch());
  const photos = useSyncExternalStore(queue.subscribe, queue.getPhotos);
  return { queue, photos };
}
