import { useEffect, useRef, useState, type RefObject } from 'react';
import { changeRefusal, isApiError } from '../../../lib/errors.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { useUpdateIssueMutation } from '../api.js';
import { offerIssueUndo } from '../issue-undo.js';
import type { Issue, IssueChange } from '../issue-records.js';
import { useKept } from '../parts/kept-text.js';

/** What somebody is writing in one field. */
interface Draft<T> {
  value: T;
  /** The field and `updated_at` of the row that they saw when they began. */
  from: T;
  seen: string;
}

export interface FieldEditOptions<T> {
  issue: Issue;
  /** Its name among the fields; drafts are kept under it. */
  name: string;
  /** The field as it is in a row. */
  valueOf: (issue: Issue) => T;
  toChange: (value: T) => IssueChange;
  /** What the change makes of fields that the server writes. */
  toShown?: (value: T) => Partial<Issue>;
  /** Why a value cannot be saved; undefined when it can. */
  check?: (value: T) => string | undefined;
}

export interface FieldEdit<T> {
  isEditing: boolean;
  /** The change is shown already, and on its way. */
  isSaving: boolean;
  /** What stands in the editor. */
  draft: T;
  setDraft: (value: T) => void;
  begin: () => void;
  cancel: () => void;
  save: () => void;
  /** Why the last try came to nothing. */
  problem: string | undefined;
  /** The row as somebody else has left it in the meantime: its field is not what the draft began from. */
  theirs: Issue | undefined;
  /** Saves the draft over their change. */
  keepMine: () => void;
  /** Lets their change be, and forgets the draft. */
  takeTheirs: () => void;
  /** For the button that begins: it has the focus again when the editor closes. */
  pencil: RefObject<HTMLButtonElement | null>;
}

/** The current row in the answer to a stale write (409). */
function currentRow(error: unknown): Issue | undefined {
  if (!isApiError(error) || error.code !== 'stale') return undefined;
  return error.more?.issue as Issue | undefined;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Editing of one field in its place (ISSUE-12): the change is shown at once and taken back when the server refuses it; what
 * was typed is in the editor again then, and it survives a wrong click that leaves the screen.
 */
export function useFieldEdit<T>(options: FieldEditOptions<T>): FieldEdit<T> {
  const { issue, name, valueOf, toChange, toShown, check } = options;
  const [kept, keep] = useKept<Draft<T>>(`${issue.id}.${name}`);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<Issue>();
  const [update] = useUpdateIssueMutation();
  const dispatch = useApiDispatch();
  const pencil = useRef<HTMLButtonElement>(null);
  const isEditing = kept !== undefined && !isSaving;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // the editor that had the focus is gone
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const fresh = (): Draft<T> => ({ value: valueOf(issue), from: valueOf(issue), seen: issue.updated_at });
  const close = (): void => {
    keep(undefined);
    setProblem(undefined);
    setTheirs(undefined);
  };
  /** @param before the row that the change is of, as the person saw it */
  const send = async (value: T, seen: string, before: Issue): Promise<void> => {
    setSaving(true);
    setProblem(undefined);
    setTheirs(undefined);
    const { data, error } = await update({ id: issue.id, change: toChange(value), shown: toShown?.(value), seen });
    setSaving(false);
    if (error === undefined) {
      close();
      offerIssueUndo(dispatch, [{ before, after: data }], toChange(value));
      return;
    }
    const current = currentRow(error);
    if (current) setTheirs(current);
    else setProblem(changeRefusal(error));
  };
  const save = (): void => {
    if (!kept || isSaving) return;
    const refusal = check?.(kept.value);
    if (refusal !== undefined) setProblem(refusal);
    // what is the same as it was is no change, whatever somebody else has made of the field meanwhile
    else if (same(kept.value, kept.from) || same(kept.value, valueOf(issue))) close();
    else void send(kept.value, kept.seen, issue);
  };
  return {
    isEditing,
    isSaving,
    draft: kept ? kept.value : valueOf(issue),
    setDraft: (value) => {
      setProblem(undefined);
      keep({ ...(kept ?? fresh()), value });
    },
    begin: () => keep(fresh(), false),
    cancel: close,
    save,
    problem,
    theirs,
    keepMine: () => {
      if (kept && theirs) void send(kept.value, theirs.updated_at, theirs);
    },
    takeTheirs: close,
    pencil,
  };
}
