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

/** What spotters of earlier versions ended their narratives with. */
const UNCONFIRMED = 'Read by a program; not confirmed.';

/** The narrative of a finding that a person confirmed: it does not deny that. */
export const confirmed = (narrative: string): string => narrative.replace(UNCONFIRMED, 'Read by a program.');

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
    const held = ofNoRun(row.current ?? found);
    const theirs = { sourceAnnotationId, authorId, confidence: HUMAN_CONFIDENCE, useType: HUMAN_USE_TYPE };
    return {
      reviewNumber,
      sourceAnnotationId,
      ...note(row, { ...held, ...by, ...theirs, narrative: confirmed(held.narrative) }),
    };
  }
  if (verdict === 'rejected') {
    const wrong = { sourceAnnotationId: agentsAnnotationId, authorId, narrative: reason };
    return { ...agents, ...refuse(row, { ...ofNoRun(row.current ?? found), ...by, ...wrong }) };
  }
  return { ...agents, ...note(row, { ...found, ...by }) };
}
