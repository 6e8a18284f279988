import type { RowValues } from '@symbio/mongo';
import type { AnnotationRow } from '../model.js';

type Values = RowValues<AnnotationRow>;

/** Whether a person's accepted copy takes a field over from the agent's annotation. Add new fields here. */
const IS_COPIED = {
  projectId: true,
  documentId: true,
  documentPageId: true,
  page: true,
  sheet: true,
  // the person may override these two
  shape: true,
  content: true,
  authorId: false,
  authorType: false,
  authorName: false,
  derivedFrom: false,
  viaKey: false,
  creationHash: false,
  // undoing the run keeps people's decisions
  runId: false,
  decisions: false,
  removal: false,
  removedWithDocument: false,
  purgeAt: false,
  restorations: false,
  pictureMoves: false,
  claim: false,
  rule: false,
  ruleExceptions: false,
  heldBack: false,
} as const satisfies Record<keyof Values, boolean>;

type CopiedField = {
  [Field in keyof Values]-?: (typeof IS_COPIED)[Field] extends true ? Field : never;
}[keyof Values];

type CopiedFields = Pick<Values, CopiedField>;

export function copiedFields(agents: AnnotationRow): CopiedFields {
  const fields = Object.entries(agents).filter(([field]) => IS_COPIED[field as keyof typeof IS_COPIED]);
  return Object.fromEntries(fields) as CopiedFields;
}
