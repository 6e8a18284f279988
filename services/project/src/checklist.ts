/** Rules of the checklists of site visits. */
import { invalidFields } from '@symbio/runtime';
import { MAX_CHECKLIST_NOTE } from '@symbio/proto/limits';
import type { ChecklistEntry } from '@symbio/proto/project';
import {
  CHECKLIST_ANSWERS,
  CHECKLIST_ITEMS,
  isChecklistAnswer,
  isChecklistItem,
} from '@symbio/proto/project/vocabulary';
import type { ChecklistEntryRow } from './model.js';

/** @throws AppError INVALID_ARGUMENT */
export function checkEntries(entries: readonly ChecklistEntry[]): ChecklistEntryRow[] {
  const refuse = (problem: string) => invalidFields({ entries: problem });
  if (entries.length === 0) throw refuse('At least one entry is required');
  const items = new Set(entries.map(({ item }) => item));
  if (items.size < entries.length) throw refuse('Each item may be given once');
  return entries.map(({ item, answer, note: given }) => {
    if (!isChecklistItem(item)) throw refuse(`"${item}" is not an item of the checklist`);
    if (answer !== '' && !isChecklistAnswer(answer))
      throw refuse(`The answer on ${item} must be one of ${CHECKLIST_ANSWERS.join(', ')}`);
    const note = given.trim();
    if (note.length > MAX_CHECKLIST_NOTE)
      throw refuse(`The note on ${item} is too long (at most ${MAX_CHECKLIST_NOTE} characters)`);
    return { item, answer, note };
  });
}

/** Replaces entries of the same item; in the order of the items. Undefined if nothing is left. */
export function mergedChecklist(
  current: readonly ChecklistEntryRow[] | undefined,
  changes: readonly ChecklistEntryRow[],
): ChecklistEntryRow[] | undefined {
  const byItem = new Map([...(current ?? []), ...changes].map((entry) => [entry.item, entry] as const));
  const entries = CHECKLIST_ITEMS.flatMap((item) => byItem.get(item) ?? []).filter(
    ({ answer, note }) => answer !== '' || note !== '',
  );
  return entries.length > 0 ? entries : undefined;
}
