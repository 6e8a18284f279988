import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api, type TagType } from '../http/api.js';
import { authorizedFetch, urlWithParams } from '../http/request.js';
import { currentSession, hasUser } from '../session/session.js';
import type { LiveEntity } from '@symbio/proto/catalogue';
import type { ApiThunk } from '../http/api-thunks.js';
import { readEvents } from './event-stream.js';
import { createStaleTags, type StaleTags } from './stale-tags.js';
import { WINDOW_ID } from './window-id.js';
import { retryAfterReconnect } from '@symbio/sheet/view/retry-schedule';
import { operation } from '../http/operation.js';

export interface ChangeEvent {
  entity: LiveEntity | 'presence' | 'cursor';
  /** Verb of the catalogue: created, changed or deleted; presence: here or left; cursor: moved or left. */
  verb?: string;
  id?: string;
  project_id?: string;
  document_id?: string | null;
  document_page_id?: string;
  issue_id?: string;
  at?: string;
  user_id?: string;
  name?: string;
  /** For cursors: pixels of the full page picture; null when the pointer is off the sheet. */
  x?: number | null;
  y?: number | null;
  /** For cursors: ids of the selected annotations. */
  selected?: readonly string[];
  /** For annotations that were not deleted: their contents. */
  annotation?: object;
  job?: { status: string; progress: object | null; result: object | null };
}

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;

/**
 * Cache tags per entity: project lists show counts of all of them. Jobs have none: a running one changes twice a
 * second, so the list applies changes in place (features/agents/use-live-jobs).
 */
export const TAGS: Readonly<Record<LiveEntity, readonly TagType[]>> = {
  project: ['Project', 'Company'],
  // the reader's own role, which projects include, or another member's
  access: ['Member', 'ProjectAccess', 'Project'],
  visit: ['SiteVisit', 'Project'],
  photograph: ['Photograph'],
  document: ['Document', 'Project'],
  page: ['DocumentPage', 'Document'],
  alignment: ['Alignment'],
  // pages show the scale of a placed sheet
  georeference: ['DocumentPage', 'Georeference'],
  job: [],
  annotation: ['Annotation', 'Project'],
  // no screen lists runs; undoing one sends a deletion per annotation
  run: [],
  feature: ['Feature', 'Mention', 'Determination'],
  // a changed mention makes determinations stale
  mention: ['Mention', 'MentionHistory', 'Feature', 'Determination'],
  // the reader's own account: a changed role opens or closes screens and projects
  user: ['Me', 'User', 'ProjectAccess', 'Project'],
  issue: ['Issue', 'IssueScreenshot'],
  comment: ['IssueComment', 'Issue'],
  evidence_comment: ['EvidenceComment', 'ProjectChanges'],
  assignment: ['Assignment', 'ProjectChanges'],
  report: ['Report'],
  version: ['ReportVersion'],
  record_search: ['RecordSearch'],
  record_hit: ['RecordSearch'],
  review_rule: ['ReviewRule'],
  blind_sample: ['BlindSample'],
  blind_sheet: ['BlindSample'],
  record_rule: ['RecordSearch', 'RecordRule'],
  record_proposal: ['RecordProposal'],
  agency_request: ['AgencyRequest'],
  radius_report: ['RadiusReport', 'RecordSearch'],
  determination: ['Determination'],
  determination_proposal: ['Determination'],
};

const EVERYTHING: readonly TagType[] = [
  ...new Set([...Object.values(TAGS).flat(), 'PageAnnotations' as const, 'TimeSheets' as const]),
];

const ACCESS: readonly TagType[] = [...TAGS.user, ...TAGS.access];

export const tagsOfChange = ({ entity }: ChangeEvent): readonly TagType[] =>
  Object.hasOwn(TAGS, entity) ? TAGS[entity as LiveEntity] : [];

type ChangeListener = (event: ChangeEvent) => void;

const listeners = new Set<ChangeListener>();

/**
 * Subscribes to the changes that {@link useLiveChanges} receives, without another stream.
 * @returns unsubscribe
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
  const { url, params } = operation('GET', '/api/events', {
    query: { project_id: projectId ?? undefined, window_id: WINDOW_ID },
  });
  const response = await authorizedFetch(urlWithParams(url, params), {
    signal,
    headers: { accept: 'text/event-stream' },
  });
  if (!response.ok || !response.body) return response.status;
  onOpen();
  await readEvents(response.body, (data) => {
    const event = parseChange(data);
    if (event) onChange(event);
  });
  return response.status;
}

/**
 * Whether a response denies the subscription. A 401 during a session does not: the token expired while the server could
 * not renew it.
 */
function isRefusal(status: number): boolean {
  if (status === 401) return !hasUser(currentSession());
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

interface Follower {
  onChange: (event: ChangeEvent) => void;
  /** Events may have been missed. */
  onReconnect?: () => void;
  /** The project does not exist for the caller; retries continue until `signal` aborts. */
  onNoAccess?: () => void;
}

/**
 * Subscribes to the changes of a project until `signal` aborts, reconnecting after each loss. `EventSource` cannot send
 * the bearer token.
 * @param projectId null for events without a project (issues), which every project stream includes
 */
export async function followChanges(
  projectId: string | null,
  signal: AbortSignal,
  { onChange, onReconnect, onNoAccess }: Follower,
): Promise<void> {
  let wait = RECONNECT_MIN_MS;
  let isFirst = true;
  const onOpen = (): void => {
    if (isFirst) return;
    retryAfterReconnect();
    onReconnect?.();
  };
  while (!signal.aborted) {
    const startedAt = Date.now();
    let status = 0;
    try {
      status = await readChanges(projectId, signal, onChange, onOpen);
    } catch {
      // aborted or disconnected: the loop decides
    }
    if (signal.aborted) return;
    if (status === 404 && projectId !== null) onNoAccess?.();
    else if (isRefusal(status)) return;
    isFirst = false;
    if (Date.now() - startedAt > RECONNECT_MAX_MS) wait = RECONNECT_MIN_MS;
    await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
    wait = Math.min(wait * 2, RECONNECT_MAX_MS);
  }
}

const openStreams = new Set<StaleTags>();

/**
 * Invalidates tags after this window's own change. With a stream open, which reports it a moment later, both are merged
 * into one refetch, because project lists are long.
 */
export const invalidateAfterOwnChange =
  (tags: readonly TagType[]): ApiThunk<void> =>
  (dispatch) => {
    const [stale] = openStreams;
    if (stale) stale.mark(tags);
    else dispatch(api.util.invalidateTags([...tags]));
  };

/**
 * While mounted, a change invalidates the tags of its entity, and visible queries refetch at a limited rate
 * (stale-tags). Changes of the reader's account and project access arrive on every stream.
 * @param projectId null for events without a project; undefined while unknown: no subscription
 */
export function useLiveChanges(projectId: string | null | undefined, onChange?: (event: ChangeEvent) => void): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (projectId === undefined) return;
    const abort = new AbortController();
    const stale = createStaleTags((tags) => dispatch(api.util.invalidateTags(tags)));
    openStreams.add(stale);
    void followChanges(projectId, abort.signal, {
      onChange: (event) => {
        onChange?.(event);
        for (const listener of listeners) listener(event);
        stale.mark(tagsOfChange(event));
      },
      onReconnect: () => stale.mark(EVERYTHING),
      // the event may have been lost with the stream, and a screen without access stops following
      onNoAccess: () => stale.mark(ACCESS),
    });
    return () => {
      openStreams.delete(stale);
      abort.abort();
      stale.end();
    };
  }, [projectId, dispatch, onChange]);
}
