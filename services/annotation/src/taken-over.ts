/** What a person's annotation has in common with the AI agent's that it is made of. */
import type { RowValues } from '@symbio/kit';
import type { AnnotationRow } from './model.js';

type Values = RowValues<AnnotationRow>;

/** Of each field of an annotation: whether the person's is as the agent's. A new field is decided about here. */
const IS_TAKEN_OVER = {
  projectId: true,
  documentId: true,
  documentPageId: true,
  page: true,
  // the person may say otherwise of these two
  shape: true,
  content: true,
  // it is theirs
  authorId: false,
  authorType: false,
  authorName: false,
  derivedFrom: false,
  viaKey: false,
  creationHash: false,
  // undoing the run does not undo what a person decided
  runId: false,
  // what became of the agent's stays with the agent's
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
