/** Compares a person's annotation with the AI agent's that it was accepted from. */
import type { RowValues } from '@symbio/mongo';
import type { AnnotationRow } from './model.js';

type Values = RowValues<AnnotationRow>;

/** For each annotation field, whether the accepted copy takes it over. New fields must be added here. */
const IS_TAKEN_OVER = {
  projectId: true,
  documentId: true,
  documentPageId: true,
  page: true,
  // the person may override these two
  shape: true,
  content: true,
  // the copy belongs to the person
  authorId: false,
  authorType: false,
  authorName: false,
  derivedFrom: false,
  viaKey: false,
  creationHash: false,
  // undoing the run does not undo people's decisions
  runId: false,
  // history of the agent's annotation stays with it
  decisions: false,
  removal: false,
  removedWithDocument: false,
  purgeAt: false,
  restorations: false,
} as const satisfies Record<keyof Values, boolean>;

type TakenOver = {
  [Field in keyof typeof IS_TAKEN_OVER as (typeof IS_TAKEN_OVER)[Field] extends true ? Field : never]: Values[Field];
};

/** The fields that a person's annotation takes over from the agent's. */
export function takenOver(agents: AnnotationRow): TakenOver {
  const fields = Object.entries(agents).filter(([field]) => IS_TAKEN_OVER[field as keyof typeof IS_TAKEN_OVER]);
  return Object.fromEntries(fields) as TakenOver;
}
