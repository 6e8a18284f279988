import type { Annotation } from '@symbio/proto/annotation';
import {
  HUMAN_USE_TYPE,
  addSystemRecord,
  withoutRun,
  addRejection,
  type HistoryRecord,
  type HistoryState,
} from './history.js';
import type { MentionRow } from '../model.js';

/** Begins the last sentence of a narrative by the spotter. */
export const FOUND_BY_SPOTTER = 'Found by Symbio Spotter';

/** Narratives stored by earlier versions end with other words. */
export const inCurrentWords = (narrative: string): string =>
  narrative.replace(/Read by a program(?=(?:; not confirmed)?\.$)/, FOUND_BY_SPOTTER);

export const withoutDisclaimer = (narrative: string): string =>
  inCurrentWords(narrative).replace(`${FOUND_BY_SPOTTER}; not confirmed.`, `${FOUND_BY_SPOTTER}.`);

type Decided = Pick<Annotation, 'id' | 'decisions'>;

const decisionMark = (annotationId: string, number: number): string => `${annotationId}/decision/${number}`;

/**
 * Tombstone of an annotation's latest decision. Closes the race with the creation of a mention: it is recorded before
 * mentions are looked for, and checked after one is written.
 */
export const latestDecisionMark = ({ id, decisions }: Decided): string => decisionMark(id, decisions.length);

/** Tombstone of the first decision after the annotation was read. */
export const nextDecisionMark = ({ id, decisions }: Decided): string => decisionMark(id, decisions.length + 1);

export type ReviewChange = HistoryState & Required<Pick<MentionRow, 'sourceAnnotationId' | 'reviewNumber'>>;

/**
 * Applies decisions about the mention's agent annotation. Accepted: the person's record supersedes the agent's, keeps
 * its confidence and names the person's annotation. Rejected: no record is current; one has the reason. Undone: a new
 * record restores the agent's. The count of decisions applies each once and in order; of several at once the last
 * counts.
 */
export function afterDecisions(
  row: MentionRow,
  { id: agentsAnnotationId, decisions }: Decided,
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
    const held = withoutRun(row.current ?? found);
    const theirs = { sourceAnnotationId, authorId, useType: HUMAN_USE_TYPE };
    return {
      reviewNumber,
      sourceAnnotationId,
      ...addSystemRecord(row, { ...held, ...by, ...theirs, narrative: withoutDisclaimer(held.narrative) }),
    };
  }
  if (verdict === 'rejected') {
    const wrong = { sourceAnnotationId: agentsAnnotationId, authorId, narrative: reason };
    return { ...agents, ...addRejection(row, { ...withoutRun(row.current ?? found), ...by, ...wrong }) };
  }
  return { ...agents, ...addSystemRecord(row, { ...found, ...by }) };
}
