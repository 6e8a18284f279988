/** Keeps changes made without a network and sends them, in order, once. Outside React to survive navigation. */
import { currentSession, subscribeToDepartures } from '../../../lib/session/session.js';
import { apiErrorOf, isUnanswered, type ApiError } from '../../../lib/http/errors.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { setUnsentIds } from '../../../lib/edits/unsent.js';
import { combined, rebased, replaced, type Draft, type Problem, type Unsent } from './changes.js';
import { changeStored, dropChange, dropChangesOf, storeChange, storedChangesOf } from './stored-changes.js';

/** What sending a change led to: its new version, if it has one; `again`: it was merged and is sent again. */
export type Outcome = { sent: string } | 'again' | Problem;

export interface OutboxEffects {
  /** Rejects with an ApiError. `revise` stores a merged change. */
  send(entry: Unsent, revise: (change: Unsent['change']) => Promise<void>): Promise<Outcome>;
  /** The screens read it again before the change is dropped, so it does not disappear in between. */
  refresh(entry: Unsent): Promise<void>;
  /** Not yet: its photograph has not arrived. */
  waits(entry: Unsent): Promise<boolean>;
}

export interface OutboxState {
  entries: readonly Unsent[];
  /** The last attempt got no response. */
  isUnreachable: boolean;
}

/** Milliseconds between attempts; phones do not always fire `online`. */
const RETRY_MS = 10_000;
const LOCK = 'symbio-outbox';

const EMPTY: OutboxState = { entries: [], isUnreachable: false };
let state = EMPTY;
let effects: OutboxEffects | undefined;
let sending: Promise<void> | undefined;
let isAskedAgain = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('symbio-outbox');

export const outboxState = (): OutboxState => state;

export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: Partial<OutboxState>): void {
  state = { ...state, ...next };
  if (next.entries) setUnsentIds(next.entries.map(({ id }) => id));
  for (const listener of listeners) listener();
}

/** What other windows stored counts too. */
async function reread(): Promise<void> {
  const { subject } = currentSession();
  const entries = subject === undefined ? [] : await storedChangesOf(subject);
  if (currentSession().subject === subject) show({ entries });
}

let firstRead: Promise<void> | undefined;

/** After what this device kept is known. Never rejects. */
export const outboxRead = (): Promise<void> => (firstRead ??= reread().catch(() => undefined));

async function changed(): Promise<void> {
  await reread();
  channel?.postMessage('changed');
}

channel?.addEventListener('message', () => void reread());

const tooFull = (error: unknown): ApiError => ({
  status: 0,
  code: 'not_kept',
  fields: {},
  message:
    error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'There is no network, and this device has no space left to keep the change. Free some space, then save again.'
      : 'There is no network, and this browser cannot keep the change. Save again when the network returns.',
});

export class KeepError extends Error {
  constructor(readonly detail: ApiError) {
    super(detail.message);
    this.name = 'KeepError';
  }
}

/** @throws KeepError if the device cannot store it */
export async function keepChange(draft: Draft, id = uuidV7()): Promise<void> {
  const { subject: owner } = currentSession();
  if (owner === undefined) throw new KeepError(tooFull(undefined));
  const first = replaced(state.entries, draft);
  const last = Math.max(0, ...state.entries.map(({ at }) => at));
  const entry: Unsent = first
    ? { ...first, change: combined(first.change, draft.change), version: first.version + 1, problem: undefined }
    : { ...draft, id, owner, at: Math.max(Date.now(), last + 1), version: 1 };
  try {
    await storeChange(entry);
  } catch (error) {
    throw new KeepError(tooFull(error));
  }
  await changed();
  if (state.isUnreachable) scheduleSending();
  else void sendChanges();
}

/** Later changes of a visit wait behind earlier ones. */
export const hasUnsent = (visitId: string): boolean => state.entries.some((entry) => entry.visitId === visitId);

export const isVisitUnsent = (visitId: string): boolean =>
  state.entries.some((entry) => entry.visitId === visitId && entry.change.kind === 'creation');

/** With everything of a visit that is not created. */
export async function discardChange(id: string): Promise<void> {
  const found = state.entries.find((entry) => entry.id === id);
  const isOfIt = ({ visitId }: Unsent): boolean => found?.change.kind === 'creation' && visitId === found.visitId;
  for (const entry of state.entries) if (entry.id === id || isOfIt(entry)) await dropChange(entry.id);
  await changed();
  void sendChanges();
}

/** Of a photograph that is not sent after all. */
export async function discardPhotoChanges(photoId: string): Promise<void> {
  const found = state.entries.filter(({ change }) => change.kind === 'photo' && change.photoId === photoId);
  for (const { id } of found) await dropChange(id);
  if (found.length > 0) await changed();
}

/** After a decision about a conflict, or to try a refused change again. */
export async function resolveChange(id: string, change: (entry: Unsent) => Unsent['change']): Promise<void> {
  await changeStored(id, (entry) => ({
    ...entry,
    change: change(entry),
    version: entry.version + 1,
    problem: undefined,
  }));
  await changed();
  void sendChanges();
}

function scheduleSending(): void {
  clearTimeout(timer);
  timer = state.entries.some(({ problem }) => !problem) ? setTimeout(() => void sendChanges(), RETRY_MS) : undefined;
}

async function nextOf(entries: readonly Unsent[], use: OutboxEffects): Promise<Unsent | undefined> {
  const stuck = new Set(
    entries.filter(({ change, problem }) => problem && change.kind === 'creation').map(({ visitId }) => visitId),
  );
  for (const entry of entries)
    if (!entry.problem && !stuck.has(entry.visitId) && !(await use.waits(entry))) return entry;
  return undefined;
}

/** @returns whether to go on */
async function sendNext(use: OutboxEffects): Promise<boolean> {
  await reread();
  const { status, subject } = currentSession();
  if (status !== 'signed-in') return false;
  const entry = await nextOf(state.entries, use);
  if (!entry || entry.owner !== subject) return false;
  const { id, version } = entry;
  try {
    const outcome = await use.send(entry, (change) => changeStored(id, (now) => ({ ...now, change })));
    show({ isUnreachable: false });
    if (outcome !== 'again' && 'sent' in outcome) {
      await use.refresh(entry);
      // edited while it was sent: the edit is sent next
      await changeStored(id, (now) =>
        now.version === version ? undefined : { ...now, change: rebased(now.change, entry.change, outcome.sent) },
      );
    } else if (outcome !== 'again') await changeStored(id, (now) => ({ ...now, problem: outcome }));
    await changed();
    return true;
  } catch (error) {
    const failed = apiErrorOf(error);
    if (isUnanswered(failed) || failed.status === 401 || failed.code === 'idempotency_in_progress') {
      show({ isUnreachable: failed.status === 0 });
      return false;
    }
    const [message = failed.message] = Object.values(failed.fields);
    await changeStored(id, (now) => ({ ...now, problem: { kind: 'refused', message } }));
    await changed();
    return true;
  }
}

async function sendAll(use: OutboxEffects): Promise<void> {
  do {
    isAskedAgain = false;
    while (await sendNext(use));
  } while (isAskedAgain);
  scheduleSending();
}

/** One window at a time. Never rejects. */
export function sendChanges(): Promise<void> {
  isAskedAgain = true;
  const use = effects;
  if (!use) return Promise.resolve();
  const run = (): Promise<void> => sendAll(use);
  // without Web Locks, which need HTTPS, repeated changes are still applied once
  sending ??= ('locks' in navigator ? navigator.locks.request(LOCK, run) : run())
    .then(
      () => true,
      () => {
        scheduleSending();
        return false;
      },
    )
    .then((isDone) => {
      sending = undefined;
      // asked for after the last look, before the lock was released
      if (isDone && isAskedAgain) void sendChanges();
    });
  return sending;
}

/** Starts with what this person left on this device. */
export async function openOutbox(use: OutboxEffects): Promise<void> {
  effects = use;
  await reread();
  await sendChanges();
}

window.addEventListener('online', () => void sendChanges());

// a sign-out discards the changes, after a question; an expired session keeps them for the same person
subscribeToDepartures(({ subject }) => {
  clearTimeout(timer);
  firstRead = undefined;
  if (currentSession().reason === 'ended' && subject !== undefined) void dropChangesOf(subject).catch(() => undefined);
  show(EMPTY);
});

export function resetOutbox(): void {
  clearTimeout(timer);
  effects = undefined;
  sending = undefined;
  firstRead = undefined;
  show(EMPTY);
}
