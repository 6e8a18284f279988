import { useEffect, useRef, useState, type RefObject } from 'react';
import { changeRefusal, isApiError } from '../../../lib/http/errors.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useUpdateIssueMutation } from '../api.js';
import { offerIssueUndo } from '../undo-issue-changes.js';
import type { Issue, IssueChange } from '../issue-records.js';
import { useDraftText } from '../parts/draft-text.js';

interface Draft<T> {
  value: T;
  /** When editing began. */
  from: T;
  seen: string;
}

export interface FieldEditOptions<T> {
  issue: Issue;
  /** Key of the draft. */
  name: string;
  valueOf: (issue: Issue) => T;
  toChange: (value: T) => IssueChange;
  /** Server-computed fields to show optimistically. */
  toShown?: (value: T) => Partial<Issue>;
  check?: (value: T) => string | undefined;
}

export interface FieldEdit<T> {
  isEditing: boolean;
  /** The change is shown, its request pending. */
  isSaving: boolean;
  draft: T;
  setDraft: (value: T) => void;
  begin: () => void;
  cancel: () => void;
  save: () => void;
  problem: string | undefined;
  /** Another user changed the field since editing began. */
  theirs: Issue | undefined;
  keepMine: () => void;
  /** Drops the draft. */
  takeTheirs: () => void;
  /** Receives focus when the editor closes. */
  pencil: RefObject<HTMLButtonElement | null>;
}

/** From a conflict response (409). */
function currentRow(error: unknown): Issue | undefined {
  if (!isApiError(error) || error.code !== 'stale') return undefined;
  return error.more?.issue as Issue | undefined;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** ISSUE-12: optimistic, rolled back if refused, with the input back in the editor. */
export function useFieldEdit<T>(options: FieldEditOptions<T>): FieldEdit<T> {
  const { issue, name, valueOf, toChange, toShown, check } = options;
  const [kept, keep] = useDraftText<Draft<T>>(`${issue.id}.${name}`);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<Issue>();
  const [update] = useUpdateIssueMutation();
  const dispatch = useApiDispatch();
  const pencil = useRef<HTMLButtonElement>(null);
  const isEditing = kept !== undefined && !isSaving;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // the focused editor was removed
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const fresh = (): Draft<T> => ({ value: valueOf(issue), from: valueOf(issue), seen: issue.updated_at });
  const close = (): void => {
    keep(undefined);
    setProblem(undefined);
    setTheirs(undefined);
  };
  /** @param before the issue as the user saw it */
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
    // an unchanged value is no change, even if another user changed the field
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
