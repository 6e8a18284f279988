import type { Annotation } from '@symbio/proto/annotation';
import {
  HUMAN_CONFIDENCE,
  HUMAN_USE_TYPE,
  note,
  ofNoRun,
  refuse,
  type HistoryRecord,
  type HistoryState,
} from './history.js';
import type { MentionRow } from './model.js';

/** What a decision changes of a mention. */
export type ReviewChange = HistoryState & Required<Pick<MentionRow, 'sourceAnnotationId' | 'reviewNumber'>>;

/**
 * What becomes of a mention when a person decides about the agent's annotation it was made from: accepted, the person's
 * record supersedes the agent's and names the person's annotation; rejected, nothing holds and a record says why; undone,
 * the agent's record holds again, in a new record. Decisions are counted, so that each is applied once, in order, and of
 * several at once only the last. Undefined: nothing changes.
 */
export function reviewed(
  row: MentionRow,
  { id: agentsAnnotationId, decisions }: Pick<Annotation, 'id' | 'decisions'>,
  by: Pick<HistoryRecord, 'id' | 'createdAt'>,
): ReviewChange | undefined {
  const decision = decisions.at(-1);
  const found = row.history.findLast(
    ({ sourceAnnotationId, authorId, status }) =>
      sourceAnnotationId === agentsAnnotationId && authorId === row.authorId && status !== 'rejected',
  );
  if (!decision || !found || decisions.length <= (row.reviewNumber ?? 0)) return undefined;
  const reviewNumber = decisions.length;
  const { authorId, copyId, reason, verdict } = decision;
  const agents = { reviewNumber, sourceAnnotationId: agentsAnnotationId };
  if (verdict === 'accepted') {
    const sourceAnnotationId = copyId;
    const confirmed = { sourceAnnotationId, authorId, confidence: HUMAN_CONFIDENCE, useType: HUMAN_USE_TYPE };
    return {
      reviewNumber,
      sourceAnnotationId,
      ...note(row, { ...ofNoRun(row.current ?? found), ...by, ...confirmed }),
    };
  }
  if (verdict === 'rejected') {
    const wrong = { sourceAnnotationId: agentsAnnotationId, authorId, narrative: reason };
    return { ...agents, ...refuse(row, { ...ofNoRun(row.current ?? found), ...by, ...wrong }) };
  }
  return { ...agents, ...note(row, { ...found, ...by }) };
}
