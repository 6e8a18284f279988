import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api, type TagType } from './api.js';
import { authorizedFetch, urlWithParams } from './http.js';
import { currentSession } from './session.js';
import type { LiveEntity } from '@symbio/proto/catalogue';
import type { ApiThunk } from './api-thunks.js';
import { readStream } from './read-stream.js';
import { createStaleTags, type StaleTags } from './stale-tags.js';
import { WINDOW_ID } from './window-id.js';

/** Something changed on the server: what `GET /api/events` sends. */
export interface ChangeEvent {
  /** As the catalogue of events names it; or presence, or a cursor. */
  entity: LiveEntity | 'presence' | 'cursor';
  /** A verb of the catalogue, as created, changed or deleted; of presence here or left, of a cursor moved or left. */
  verb?: string;
  id?: string;
  project_id?: string;
  /** The document it is, or is about; null for none. */
  document_id?: string | null;
  document_page_id?: string;
  issue_id?: string;
  /** When. */
  at?: string;
  /** Of presence and cursors: who. */
  user_id?: string;
  name?: string;
  /** Of a cursor: pixels of the page's full picture; null where the pointer is not on the sheet. */
  x?: number | null;
  y?: number | null;
  /** Of a cursor: ids of the annotations that its person has selected. */
  selected?: readonly string[];
  /** How far a job is now; changes of jobs carry it. */
  job?: { status: string; progress: object | null; result: object | null };
}

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MOST_MS = 30_000;

/**
 * The cache entries each entity appears in: a list of projects shows counts of all of them. Jobs have none: a running one
 * changes twice a second, and the screen that lists them puts each change in its place (features/agents/use-live-jobs). So
 * does an open page with its annotations (evidence/live-annotations), and the time machine with its sheets.
 */
export const TAGS: Readonly<Record<LiveEntity, readonly TagType[]>> = {
  project: ['Project', 'Company'],
  // the reader's own role, as projects carry it, or that of another member
  access: ['Member', 'ProjectAccess', 'Project'],
  visit: ['SiteVisit', 'Project'],
  photograph: ['Photograph'],
  document: ['Document', 'Project'],
  page: ['DocumentPage', 'Document'],
  alignment: ['Alignment'],
  job: [],
  annotation: ['Annotation', 'Project'],
  // no screen lists runs; the annotations of an undone one each tell that they are deleted
  run: [],
  feature: ['Feature', 'Mention'],
  mention: ['Mention', 'MentionHistory', 'Feature'],
  // the reader's own account: a role that changed opens or closes screens and projects
  user: ['Me', 'User', 'ProjectAccess', 'Project'],
  issue: ['Issue', 'IssueScreenshot'],
  comment: ['IssueComment', 'Issue'],
};

/** Whatever changes: what happened while nobody was subscribed is not sent later. */
const EVERYTHING: readonly TagType[] = [
  ...new Set([...Object.values(TAGS).flat(), 'PageAnnotations' as const, 'TimeSheets' as const]),
];

/** What shows whether a project is there for the reader. */
const ACCESS: readonly TagType[] = [...TAGS.user, ...TAGS.access];

/** The kinds of cache entries to read again after a change; none for an entity this version does not know. */
export const tagsOfChange = ({ entity }: ChangeEvent): readonly TagType[] =>
  Object.hasOwn(TAGS, entity) ? TAGS[entity as LiveEntity] : [];

/**
 * Splits a stream of server-sent events into the texts of their `data` fields. Feed it pieces as they come; a piece may end
 * in the middle of a line. Comments (keep-alives), `event`, `id` and `retry` are left out.
 */
export function createEventReader(onData: (data: string) => void): (piece: string) => void {
  let rest = '';
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onData(data.join('\n'));
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''));
      }
    }
  };
}

type ChangeListener = (event: ChangeEvent) => void;

const listeners = new Set<ChangeListener>();

/**
 * Calls `listener` for every change that {@link useLiveChanges} receives, so that a screen need not open a stream of its own.
 * @returns ends it
 */
export function subscribeToChanges(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parseChange(data: string): ChangeEvent | undefined {
  try {
    const value = JSON.parse(data) as unknown;
    return typeof value === 'object' && value !== null && 'entity' in value ? (value as ChangeEvent) : undefined;
  } catch {
    return undefined;
  }
}

async function readChanges(
  projectId: string | null,
  signal: AbortSignal,
  onChange: (event: ChangeEvent) => void,
  onOpen: () => void,
): Promise<number> {
  const response = await authorizedFetch(
    urlWithParams('/api/events', { project_id: projectId, window_id: WINDOW_ID }),
    {
      signal,
      headers: { accept: 'text/event-stream' },
    },
  );
  if (!response.ok || !response.body) return response.status;
  onOpen();
  const read = createEventReader((data) => {
    const event = parseChange(data);
    if (event) onChange(event);
  });
  await readStream(response.body, read);
  return response.status;
}

/**
 * Whether an answer says that the caller may not listen. One that says that nobody is signed in does not while somebody is: their
 * token ended while the server could not renew it, and is renewed when it can.
 */
function isRefusal(status: number): boolean {
  if (status === 401) return !['signed-in', 'lapsed'].includes(currentSession().status);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** What somebody who follows changes does. */
interface Follower {
  onChange: (event: ChangeEvent) => void;
  /** It listens after a loss, or after an attempt that failed: changes before that were not received. */
  onAgain?: () => void;
  /** There is no such project for the caller, or not any more; it is tried again until `signal` ends that. */
  onOutOfReach?: () => void;
}

/**
 * Listens to the changes of a project for as long as `signal` allows, connecting again after each loss. `EventSource` would do
 * the same, but cannot send the bearer token. Ends for good when the server says that the caller may not listen (4xx).
 * @param projectId null for what belongs to no project alone (issues), which comes with the changes of a project as well
 */
export async function followChanges(
  projectId: string | null,
  signal: AbortSignal,
  { onChange, onAgain, onOutOfReach }: Follower,
): Promise<void> {
  let wait = RECONNECT_FIRST_MS;
  let isFirst = true;
  const onOpen = (): void => {
    if (!isFirst) onAgain?.();
  };
  while (!signal.aborted) {
    const startedAt = Date.now();
    let status = 0;
    try {
      status = await readChanges(projectId, signal, onChange, onOpen);
    } catch {
      // aborted, or the connection broke: the loop decides which
    }
    if (signal.aborted) return;
    if (status === 404 && projectId !== null) onOutOfReach?.();
    else if (isRefusal(status)) return;
    isFirst = false;
    if (Date.now() - startedAt > RECONNECT_MOST_MS) wait = RECONNECT_FIRST_MS;
    await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
    wait = Math.min(wait * 2, RECONNECT_MOST_MS);
  }
}

/** What is to be read again by the streams that are followed now. */
const gathering = new Set<StaleTags>();

/**
 * Has kinds of cache entries read again that this window has changed itself. The stream tells of the same change a moment later:
 * while one is followed, both lead to one reading, for lists of a whole project are long; else it is at once.
 */
export const readAgainAfterOwnChange =
  (tags: readonly TagType[]): ApiThunk<void> =>
  (dispatch) => {
    const [stale] = gathering;
    if (stale) stale.mark(tags);
    else dispatch(api.util.invalidateTags([...tags]));
  };

/**
 * Keeps the cache fresh while a component is mounted: a change on the server marks the tags of its entity stale,
 * and whatever is on screen is read again, not more often than it bears (stale-tags). Polling does not depend on it.
 * Wherever a person is, it brings what changes about their account and their access to projects.
 * @param projectId null for what belongs to no project (issues); undefined while it is not known: then nothing is subscribed to
 * @param onChange called for each change as well, e.g. to tell the viewer which page is new
 */
export function useLiveChanges(projectId: string | null | undefined, onChange?: (event: ChangeEvent) => void): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (projectId === undefined) return;
    const abort = new AbortController();
    const stale = createStaleTags((tags) => dispatch(api.util.invalidateTags(tags)));
    gathering.add(stale);
    void followChanges(projectId, abort.signal, {
      onChange: (event) => {
        onChange?.(event);
        for (const listener of listeners) listener(event);
        stale.mark(tagsOfChange(event));
      },
      onAgain: () => stale.mark(EVERYTHING),
      // the word of it may have been lost with the stream; the screen of a project that is gone follows it no more
      onOutOfReach: () => stale.mark(ACCESS),
    });
    return () => {
      gathering.delete(stale);
      abort.abort();
      stale.end();
    };
  }, [projectId, dispatch, onChange]);
}
