import { conflict } from '@symbio/runtime';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import type { HistoryRecord } from './model.js';

/** Default confidence and use status of a person's record (OP-27). */
export const HUMAN_CONFIDENCE = 10;
export const HUMAN_USE_TYPE: UseType = 'confirmed';

/** The author's use type. An agent's finding is suspected until a person confirms it. */
export const useTypeBy = (author: 'human' | 'ai_agent', said: UseType): UseType =>
  author === 'ai_agent' && said === HUMAN_USE_TYPE ? 'suspected' : said;

/** Maximum records of a mention: far more than people write, and well within the size limit of a row. */
export const MAX_RECORDS = 500;

export type { HistoryRecord } from './model.js';

/** A record to be written. */
export type NewRecord = Omit<HistoryRecord, 'status'>;

/** The part of a mention determined by its history. */
export interface HistoryState {
  featureId: string;
  narrative: string;
  /** A copy of the current record; null if none. */
  current: HistoryRecord | null;
  historyCount: number;
  /** Oldest first. */
  history: HistoryRecord[];
}

const restate = (state: Pick<HistoryState, 'featureId' | 'narrative'>, history: HistoryRecord[]): HistoryState => {
  const current = history.findLast((record) => record.status === 'active') ?? null;
  return {
    // the current record determines the feature; without one the mention stays where it was
    featureId: current ? current.featureId : state.featureId,
    // a reason for rejection is not a narrative of the observation
    narrative: history.findLast(({ status }) => status !== 'rejected')?.narrative ?? state.narrative,
    current,
    historyCount: history.length,
    history,
  };
};

/** A record's content, without its run and API key. */
export const ofNoRun = (record: HistoryRecord): HistoryRecord => ({
  ...record,
  runId: undefined,
  replacedId: undefined,
  viaKey: undefined,
});

const ended = (record: HistoryRecord): HistoryRecord =>
  record.status === 'active' ? { ...record, status: 'superseded' } : record;

/** The history of a new mention. */
export const begin = (record: NewRecord): HistoryState =>
  restate({ featureId: record.featureId, narrative: record.narrative }, [{ ...record, status: 'active' }]);

/** Adds the current record and supersedes the previous one (OP-29). @throws AppError if the history is full. */
export function write(state: HistoryState, record: NewRecord): HistoryState {
  return restate(state, [...withRoom(state).map(ended), { ...record, status: 'active' }]);
}

/** As `write`, for records of the system itself: never rejected. */
export const note = (state: HistoryState, record: NewRecord): HistoryState =>
  restate(state, [...state.history.map(ended), { ...record, status: 'active' }]);

/** Leaves no current record; a new one says who rejected the finding and why. Never rejected. */
export const refuse = (state: HistoryState, record: NewRecord): HistoryState =>
  restate(state, [...state.history.map(ended), { ...record, status: 'rejected' }]);

/**
 * Ends a record. If it was current, the newest active record becomes current; without one, none is until the next
 * write. Undefined if it has ended already.
 */
export function supersede(state: HistoryState, recordId: string): HistoryState | undefined {
  if (!isActive(state, recordId)) return undefined;
  return restate(state, endedIn(state.history, recordId));
}

/**
 * Rejects a record: a new one says who found it wrong, when and, if given, why. Otherwise as `supersede`.
 * @throws AppError if the history is full.
 */
export function reject(
  state: HistoryState,
  recordId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'> & Partial<Pick<HistoryRecord, 'authorId' | 'narrative' | 'viaKey'>>,
): HistoryState | undefined {
  const wrong = state.history.find((record) => record.id === recordId);
  if (!wrong || !isActive(state, recordId)) return undefined;
  return restate(state, [...endedIn(withRoom(state), recordId), { ...ofNoRun(wrong), ...by, status: 'rejected' }]);
}

/**
 * Dissociates a mention. A copy of the current record, with the same author and no feature, becomes current; previous
 * records stay with the feature.
 */
export const detach = (state: HistoryState, by: Pick<HistoryRecord, 'id' | 'createdAt'>): HistoryState =>
  move(state, '', by);

/**
 * Moves a mention to a merge target. A copy of the current record by the merge's actor becomes current; previous
 * records stay with the feature they were written for.
 */
export function move(
  state: HistoryState,
  featureId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'> & Partial<Pick<HistoryRecord, 'authorId'>>,
): HistoryState {
  if (!state.current) return restate({ featureId, narrative: state.narrative }, state.history);
  const held = by.authorId === undefined ? state.current : ofNoRun(state.current);
  return restate(state, [...state.history.map(ended), { ...held, ...by, featureId }]);
}

/**
 * Moves a mention back to its feature from before a merge. A new copy of the record current then becomes current, with
 * the same author; none if there was none.
 * @param recordId of the record current before the merge; empty: none
 */
export function moveBack(
  state: HistoryState,
  featureId: string,
  recordId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'>,
): HistoryState {
  const before = state.history.find(({ id }) => id === recordId);
  return before ? note(state, { ...before, ...by, featureId }) : move(state, featureId, by);
}

/**
 * Ends an undone run's records. A new copy of the record current before the first of them becomes current, with the
 * same author, unless that one belongs to an undone run or was rejected. Undefined if no record of the run is current.
 */
export function takeBackRun(
  state: HistoryState,
  undoneRuns: readonly string[],
  by: Pick<HistoryRecord, 'id' | 'createdAt'>,
): HistoryState | undefined {
  const isUndone = ({ runId }: HistoryRecord): boolean => runId !== undefined && undoneRuns.includes(runId);
  if (!state.current || !isUndone(state.current)) return undefined;
  const history = state.history.map((record) => (isUndone(record) ? ended(record) : record));
  let before: HistoryRecord | undefined = state.current;
  while (before && isUndone(before)) {
    const replacedId: string | undefined = before.replacedId;
    before = history.find(({ id }) => id === replacedId);
  }
  if (!before || before.status === 'rejected') return restate(state, history);
  return restate(state, [...history, { ...before, ...by, status: 'active' }]);
}

const isActive = (state: HistoryState, recordId: string): boolean =>
  state.history.some((record) => record.id === recordId && record.status === 'active');

const endedIn = (history: HistoryRecord[], recordId: string): HistoryRecord[] =>
  history.map((record) => (record.id === recordId ? ended(record) : record));

/** Checks that one more record fits. Records of the system itself are never rejected. */
function withRoom({ history }: HistoryState): HistoryRecord[] {
  if (history.length >= MAX_RECORDS)
    throw conflict('history_full', `This mention has ${MAX_RECORDS} history records already. Make a new mention.`);
  return history;
}
