import { conflict } from '@symbio/runtime';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import type { HistoryRecord } from '../model.js';

/** Defaults of a person's record (OP-27). */
export const HUMAN_CONFIDENCE = 10;
export const HUMAN_USE_TYPE: UseType = 'confirmed';

/** An agent's finding is suspected until a person confirms it. */
export const useTypeBy = (author: 'human' | 'ai_agent', said: UseType): UseType =>
  author === 'ai_agent' && said === HUMAN_USE_TYPE ? 'suspected' : said;

/** Far more than people write, and within the size limit of a row. */
export const MAX_RECORDS = 500;

export type { HistoryRecord } from '../model.js';

export type NewRecord = Omit<HistoryRecord, 'status'>;

export interface HistoryState {
  featureId: string;
  narrative: string;
  current: HistoryRecord | null;
  historyCount: number;
  /** Oldest first. */
  history: HistoryRecord[];
}

const stateOf = (state: Pick<HistoryState, 'featureId' | 'narrative'>, history: HistoryRecord[]): HistoryState => {
  const current = history.findLast((record) => record.status === 'active') ?? null;
  return {
    // without a current record the mention stays with its feature
    featureId: current ? current.featureId : state.featureId,
    // a reason for rejection is no narrative
    narrative: history.findLast(({ status }) => status !== 'rejected')?.narrative ?? state.narrative,
    current,
    historyCount: history.length,
    history,
  };
};

/** Removes run and API key. */
export const withoutRun = (record: HistoryRecord): HistoryRecord => ({
  ...record,
  runId: undefined,
  replacedId: undefined,
  viaKey: undefined,
});

const asEnded = (record: HistoryRecord): HistoryRecord =>
  record.status === 'active' ? { ...record, status: 'superseded' } : record;

export const startHistory = (record: NewRecord): HistoryState =>
  stateOf({ featureId: record.featureId, narrative: record.narrative }, [{ ...record, status: 'active' }]);

/** Supersedes the previous record (OP-29). @throws AppError if the history is full. */
export function addRecord(state: HistoryState, record: NewRecord): HistoryState {
  return stateOf(state, [...requireRoom(state).map(asEnded), { ...record, status: 'active' }]);
}

/** For records of the system, which always fit. */
export const addSystemRecord = (state: HistoryState, record: NewRecord): HistoryState =>
  stateOf(state, [...state.history.map(asEnded), { ...record, status: 'active' }]);

/** Leaves no current record; the new one says who rejected the finding and why. Always fits. */
export const addRejection = (state: HistoryState, record: NewRecord): HistoryState =>
  stateOf(state, [...state.history.map(asEnded), { ...record, status: 'rejected' }]);

/** If the record was current, the newest active one becomes current, if any. Undefined if it has ended already. */
export function supersede(state: HistoryState, recordId: string): HistoryState | undefined {
  if (!isActive(state, recordId)) return undefined;
  return stateOf(state, endRecord(state.history, recordId));
}

/**
 * As `supersede`, and adds a record that says who rejected it, when and why. @throws AppError if the history is full.
 */
export function reject(
  state: HistoryState,
  recordId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'> & Partial<Pick<HistoryRecord, 'authorId' | 'narrative' | 'viaKey'>>,
): HistoryState | undefined {
  const wrong = state.history.find((record) => record.id === recordId);
  if (!wrong || !isActive(state, recordId)) return undefined;
  return stateOf(state, [
    ...endRecord(requireRoom(state), recordId),
    { ...withoutRun(wrong), ...by, status: 'rejected' },
  ]);
}

/** A copy of the current record without feature becomes current; previous records stay with the feature. */
export const dissociate = (state: HistoryState, by: Pick<HistoryRecord, 'id' | 'createdAt'>): HistoryState =>
  move(state, '', by);

/** A copy of the current record by the merge's actor becomes current; previous records stay with their feature. */
export function move(
  state: HistoryState,
  featureId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'> & Partial<Pick<HistoryRecord, 'authorId'>>,
): HistoryState {
  if (!state.current) return stateOf({ featureId, narrative: state.narrative }, state.history);
  const held = by.authorId === undefined ? state.current : withoutRun(state.current);
  return stateOf(state, [...state.history.map(asEnded), { ...held, ...by, featureId }]);
}

/**
 * Moves back to the feature from before a merge; a copy of the record current then becomes current.
 * @param recordId of the record current before the merge; empty: none
 */
export function moveBack(
  state: HistoryState,
  featureId: string,
  recordId: string,
  by: Pick<HistoryRecord, 'id' | 'createdAt'>,
): HistoryState {
  const before = state.history.find(({ id }) => id === recordId);
  return before ? addSystemRecord(state, { ...before, ...by, featureId }) : move(state, featureId, by);
}

/**
 * Ends an undone run's records. A copy of the record current before them becomes current, unless it belongs to an
 * undone run or was rejected. Undefined if no record of the run is current.
 */
export function endRun(
  state: HistoryState,
  undoneRuns: readonly string[],
  by: Pick<HistoryRecord, 'id' | 'createdAt'>,
): HistoryState | undefined {
  const isUndone = ({ runId }: HistoryRecord): boolean => runId !== undefined && undoneRuns.includes(runId);
  if (!state.current || !isUndone(state.current)) return undefined;
  const history = state.history.map((record) => (isUndone(record) ? asEnded(record) : record));
  let before: HistoryRecord | undefined = state.current;
  while (before && isUndone(before)) {
    const replacedId: string | undefined = before.replacedId;
    before = history.find(({ id }) => id === replacedId);
  }
  if (!before || before.status === 'rejected') return stateOf(state, history);
  return stateOf(state, [...history, { ...before, ...by, status: 'active' }]);
}

const isActive = (state: HistoryState, recordId: string): boolean =>
  state.history.some((record) => record.id === recordId && record.status === 'active');

const endRecord = (history: HistoryRecord[], recordId: string): HistoryRecord[] =>
  history.map((record) => (record.id === recordId ? asEnded(record) : record));

function requireRoom({ history }: HistoryState): HistoryRecord[] {
  if (history.length >= MAX_RECORDS)
    throw conflict('history_full', `This mention has ${MAX_RECORDS} history records already. Make a new mention.`);
  return history;
}
