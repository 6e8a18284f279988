/**
 * Answers kept on this device, to read site visits of opened projects offline. Only one person's, and none after the
 * session.
 */
import { clear, createStore, get, set, type UseStore } from 'idb-keyval';
import { currentSession, subscribeToSession } from '../session/session.js';
import { offlinePerson, setOfflinePerson } from './person.js';
import { operation } from '../http/operation.js';

interface Copy {
  at: number;
  data: unknown;
}

/** Older copies are not shown. */
const RETENTION_MS = 30 * 86_400_000;
const ME = operation('GET', '/api/me').url;

let opened: UseStore | undefined;
/** Lazily: some browsers have no IndexedDB. */
const store = (): UseStore => (opened ??= createStore('symbio-copies', 'answers'));

/** Read by this page before a project was offered. */
const latest = new Map<string, unknown>();
const projects = new Set<string>();

const isOffered = (key: string): boolean =>
  projects.size > 0 && (key === ME || [...projects].some((id) => key.includes(id)));

async function write(key: string, data: unknown): Promise<void> {
  const { subject, status } = currentSession();
  if (status !== 'signed-in' || subject === undefined) return;
  try {
    await set(`${subject} ${key}`, { at: Date.now(), data } satisfies Copy, store());
  } catch {
    // without space or storage, only reading without a network is missing
  }
}

/** @param key the address with its query */
export function rememberAnswer(key: string, data: unknown): void {
  latest.set(key, data);
  if (isOffered(key)) void write(key, data);
}

/** From now on the answers about this project are kept. */
export async function offerProject(id: string): Promise<void> {
  const { subject, status } = currentSession();
  if (status !== 'signed-in' || subject === undefined || projects.has(id)) return;
  projects.add(id);
  setOfflinePerson(subject);
  await Promise.all([...latest].filter(([key]) => isOffered(key)).map(([key, data]) => write(key, data)));
}

export async function copyOf(key: string, now = Date.now()): Promise<{ data: unknown } | undefined> {
  const { subject } = currentSession();
  if (subject === undefined) return undefined;
  try {
    const copy = await get<Copy>(`${subject} ${key}`, store());
    return copy && now - copy.at <= RETENTION_MS ? { data: copy.data } : undefined;
  } catch {
    return undefined; // no storage: no copy
  }
}

async function dropCopies(): Promise<void> {
  latest.clear();
  projects.clear();
  setOfflinePerson(undefined);
  try {
    await clear(store());
  } catch {
    // nothing was stored
  }
}

subscribeToSession(() => {
  const { status, subject } = currentSession();
  const person = offlinePerson();
  if (status === 'signed-out' || (status === 'signed-in' && person !== undefined && person !== subject))
    void dropCopies();
});
