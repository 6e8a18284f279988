import { conflict } from '@symbio/kit';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import type { HistoryRecord } from './model.js';

/** How sure a person who marks something is held to be, and what of (OP-27). */
export const HUMAN_CONFIDENCE = 10;
export const HUMAN_USE_TYPE: UseType = 'confirmed';

/** The use type that an author says. What an agent finds is suspected until a person confirms it. */
export const useTypeBy = (author: 'human' | 'ai_agent', said: UseType): UseType =>
  author === 'ai_agent' && said === HUMAN_USE_TYPE ? 'suspected' : said;

/** Records a mention may have, at most: far more than people write, and well within what one stored row may hold. */
export const MAX_RECORDS = 500;

export type { HistoryRecord } from './model.js';

/** A record that is about to be written. */
export type NewRecord = Omit<HistoryRecord, 'status'>;

/** The part of a mention that its history decides. */
export interface HistoryState {
  featureId: string;
  narrative: string;
  /** A copy of the record that holds; null when none does. */
  current: HistoryRecord | null;
  historyCount: number;
  /** Oldest first. */
  history: HistoryRecord[];
}

const restate = (state: Pick<HistoryState, 'featureId' | 'narrative'>, history: HistoryRecord[]): HistoryState => {
  const current = history.findLast((record) => record.status === 'active') ?? null;
  return {
    // what holds says where the mention belongs; a mention of which nothing holds stays where it was
    featureId: current ? current.featureId : state.featureId,
    // why something is wrong is no account of what was seen
    narrative: history.findLast(({ status }) => status !== 'rejected')?.narrative ?? state.narrative,
    current,
    historyCount: history.length,
    history,
  };
};

/** What a record says, without the run and the API key it was written by. */
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

/** Adds a record that holds from now on; what held before is superseded (OP-29). @throws AppError when it is full. */
export function write(state: HistoryState, record: NewRecord): HistoryState {
  return restate(state, [...withRoom(state).map(ended), { ...record, status: 'active' }]);
}

/** As `write`, for what the system itself must note: never refused. */
export const note = (state: HistoryState, record: NewRecord): HistoryState =>
  restate(state, [...state.history.map(ended), { ...record, status: 'active' }]);

/** Nothing holds any more; a record says by whom and why the finding was rejected. Never refused. */
export const refuse = (state: HistoryState, record: NewRecord): HistoryState =>
  restate(state, [...state.history.map(ended), { ...record, status: 'rejected' }]);

/**
 * Ends a record. When it held, the newest record that is still active holds; when there is none, nothing does, until
 * somebody writes again. Undefined when it has ended already: nothing changes.
 */
export function supersede(state: HistoryState, recordId: string): HistoryState | undefined {
  if (!isActive(state, recordId)) return undefined;
  return restate(state, endedIn(state.history, recordId));
}

/**
 * Ends a record and says with a new one, by whom and when, that it was wrong; and why, where a narrative is given. As
 * `supersede` otherwise.
 * @throws AppError when the history is full.
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
 * Takes a mention off its feature. What held holds on, by the same author, in a record that names no feature; the
 * records before stay with the feature.
 */
export const detach = (state: HistoryState, by: Pick<HistoryRecord, 'id' | 'createdAt'>): HistoryState =>
  move(state, '', by);

/**
 * Moves a mention to another feature that turned out to be the same site. What held holds on, in a record by whoever
 * merged the two; the records before stay with the feature they were written for.
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
 * Moves a mention back to the feature it was of before a merge. What held then holds again, by the same author, in a new
 * record; of a mention of which nothing held, nothing does.
 * @param recordId of the record that held before the merge; empty: none did
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
 * Ends what a run wrote that was undone. What held before the first of its records holds again, by the same author, in a
 * new record, unless that too is of an undone run or was held for wrong. Undefined when nothing of the run holds.
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

/** The records, if one more may be added. What the system itself must note is never refused. */
function withRoom({ history }: HistoryState): HistoryRecord[] {
  if (history.length >= MAX_RECORDS)
    throw conflict('history_full', `This mention has ${MAX_RECORDS} history records already. Make a new mention.`);
  return history;
}
