import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { notify, withdraw, type ToastMessage } from '../../lib/ui/toasts.js';
import type { Placed } from '@symbio/sheet/drawing/drawing';
import {
  EditHistories,
  withoutKey,
  groupOf,
  isOnly,
  planned,
  restoredStep,
  recorded,
  remembered,
  sameCoordinates,
  stepName,
  stepsOf,
} from '@symbio/sheet/drawing/history';
import type { HistoryAction, SingleStep } from '@symbio/sheet/drawing/history';
import { subscribeToOutcomes } from '../../evidence/annotation-outcomes.js';
import type { AnnotationOutcome } from '../../evidence/annotation-outcomes.js';
import { DEFAULT_LABEL, labelOf } from '@symbio/sheet/adapters/symbio';
import { rounded } from '@symbio/sheet/geometry/shapes';
import type { AnnotationCoordinates, AnnotationType, PictureSize } from '../../evidence/annotation-records.js';
import { visibleRows } from '../../evidence/annotation-rows.js';
import type { AnnotationRow } from '../../evidence/annotation-rows.js';
import {
  annotationsApi,
  changeAnnotation,
  createAnnotation,
  removeAnnotation,
  restoreAnnotation,
} from '../../evidence/annotations-api.js';
import { countLabel } from '../../evidence/labels-api.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import type { StepsBack } from '../sheet/toolbar.js';

interface EditsOf {
  pageId: string;
  documentId: string;
  projectId: string;
  /** Shown picture of the page. */
  picture: PictureSize | null;
  /** Author of new annotations; null for read-only users. */
  author: { id: string; name: string | null; type: AuthorType } | null;
  onSelect: (keys: readonly string[]) => void;
  onDrawn?: (key: string) => void;
  announce: (sentence: string) => void;
}

export interface NewMark {
  type: AnnotationType;
  coordinates: AnnotationCoordinates;
  content?: string;
}

/** @param again offers the undo again after a request failed without a definite answer */
export type UndoAddition = (again: () => void) => void;

export function offerUndoOfAddition(toast: Omit<ToastMessage, 'action'>, takeBack: UndoAddition): void {
  const offer = (): void => notify(offered);
  const onClick = (): void => {
    withdraw(offered);
    takeBack(offer);
  };
  const offered: ToastMessage = { ...toast, action: { label: 'Undo', onClick } };
  offer();
}

interface PendingEdit {
  what: AnnotationOutcome['what'];
  /** Undo or redo of a history step, or an undo outside the history that removed these steps. */
  as: 'undo' | 'redo' | ReturnType<typeof stepsOf>;
  again: (() => void) | undefined;
}

const OUTCOMES = { remove: 'delete', restore: 'restore', change: 'change' } as const;

/** Bulk edits are one undo step. */
export interface AnnotationEdits {
  create: (type: AnnotationType, coordinates: AnnotationCoordinates) => void;
  /**
   * Creates several, such as copies, and selects them.
   * @returns an undo that applies regardless of later changes
   */
  add: (marks: readonly NewMark[]) => UndoAddition;
  move: (...placed: Placed[]) => void;
  resize: (key: string, coordinates: AnnotationCoordinates) => void;
  relabel: (content: string, ...keys: string[]) => void;
  remove: (...keys: string[]) => void;
  undo: () => void;
  redo: () => void;
  steps: StepsBack;
}

const EDIT_TEXTS: Record<AnnotationOutcome['what'], string> = {
  create: 'Saved.',
  change: 'Saved.',
  delete: 'Deleted.',
  restore: 'Restored.',
};

export function useAnnotationEdits(of: EditsOf): AnnotationEdits {
  const { pageId, documentId, projectId, picture, author, onSelect, onDrawn, announce } = of;
  const dispatch = useApiDispatch();
  const [histories] = useState(() => new EditHistories());
  /** Rows deleted here, by key, for restoring. */
  const [deleted] = useState(() => new Map<string, AnnotationRow>());
  /** By key, until the server responds. */
  const [inProgress] = useState(() => new Map<string, PendingEdit>());
  const history = useSyncExternalStore(histories.subscribe, () => histories.of(pageId));

  useEffect(
    () =>
      subscribeToOutcomes((outcome) => {
        const { key, what, result } = outcome;
        const before = histories.of(outcome.pageId);
        const begun = inProgress.get(key);
        // earlier requests are answered first
        const isBegun = begun?.what === what;
        if (isBegun || result !== 'saved') inProgress.delete(key);
        if (result === 'failed' && outcome.isUnanswered && isBegun) {
          const present = (each: string) => dispatch(rowOf(outcome.pageId, each));
          const { as } = begun;
          const after = typeof as === 'string' ? restoredStep(before, key, as, present) : remembered(before, as);
          histories.set(outcome.pageId, after);
          begun.again?.();
        }
        // the annotation no longer matches these steps
        else if (result !== 'saved') histories.set(outcome.pageId, withoutKey(before, key));
        if (outcome.result === 'failed') announce(outcome.sentence ?? 'Not saved.');
        else if (result === 'saved' && outcome.pageId === pageId) announce(EDIT_TEXTS[what]);
      }),
    [histories, inProgress, dispatch, pageId, announce],
  );

  const edits = useMemo(() => {
    const record = (steps: readonly SingleStep[]) => {
      const step = groupOf(steps);
      if (step) histories.set(pageId, recorded(histories.of(pageId), { ...step, at: Date.now() }));
    };
    const find = (key: string) => dispatch(rowOf(pageId, key));

    const remove = (row: AnnotationRow): void => {
      deleted.set(row.key, row);
      void dispatch(removeAnnotation(pageId, row.key));
    };
    const reshape = (kind: 'move' | 'resize', placed: readonly Placed[]): void => {
      const steps = placed.flatMap(({ key, coordinates }): SingleStep[] => {
        const before = find(key)?.coordinates;
        if (!before || sameCoordinates(before, coordinates)) return [];
        void dispatch(changeAnnotation(pageId, key, { coordinates, ...(picture && { picture_size: picture }) }));
        return [{ kind, key, before: { coordinates: rounded(before) }, after: { coordinates: rounded(coordinates) } }];
      });
      record(steps);
    };
    const add = (marks: readonly NewMark[]): string[] => {
      if (!author) return [];
      const steps = marks.map(({ type, coordinates, content = DEFAULT_LABEL }): SingleStep => {
        const draft = { pageId, documentId, type, coordinates, picture, content, author };
        const { key } = dispatch(createAnnotation(draft));
        dispatch(countLabel(projectId, content));
        return { kind: 'create', key, content: { coordinates: rounded(coordinates), content } };
      });
      record(steps);
      const keys = steps.map(({ key }) => key);
      onSelect(keys);
      return keys;
    };
    const run = (action: HistoryAction): void => {
      switch (action.kind) {
        case 'restore': {
          const row = deleted.get(action.key);
          if (row) void dispatch(restoreAnnotation(pageId, row));
          return;
        }
        case 'remove': {
          const row = find(action.key);
          if (row) remove(row);
          return;
        }
        case 'change':
          void dispatch(changeAnnotation(pageId, action.key, action.changes, { guarded: true }));
      }
    };
    const runAll = (
      actions: readonly HistoryAction[],
      asOf: (key: string) => PendingEdit['as'],
      again?: () => void,
    ): void => {
      for (const { key, kind } of actions) inProgress.set(key, { what: OUTCOMES[kind], as: asOf(key), again });
      actions.forEach(run);
      const there = actions.filter(({ kind }) => kind !== 'remove').map(({ key }) => key);
      if (there.length > 0) onSelect(there);
    };
    const step = (direction: 'undo' | 'redo', again?: () => void): void => {
      const plan = planned(histories.of(pageId), direction, find, Date.now());
      if (plan.kind === 'nothing') {
        announce(direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
        return;
      }
      histories.set(pageId, plan.history);
      const refused = plan.kind === 'refused' ? plan.sentence : plan.left;
      if (refused !== '')
        notify({
          type: 'warning',
          title: direction === 'undo' ? 'Not undone' : 'Not redone',
          description: refused,
        });
      if (plan.kind === 'refused') {
        announce(refused);
        return;
      }
      runAll(plan.actions, () => direction, again);
      announce(`${direction === 'undo' ? 'Undone' : 'Redone'}: ${stepName(plan.step) ?? ''}. ${refused}`.trim());
    };

    /** Undoes a creation or deletion, as the last step or independently of later steps. */
    const takingBack =
      (kind: 'create' | 'delete', keys: readonly string[]): UndoAddition =>
      (again) => {
        const history = histories.of(pageId);
        const last = history.done.at(-1);
        if (last && isOnly(last, kind, keys)) step('undo', again);
        else if (kind === 'delete')
          runAll(
            keys.map((key) => ({ kind: 'restore', key })),
            () => [],
            again,
          );
        else {
          const there = keys.filter((key) => find(key));
          // deleted annotations cannot be undone: drop their history
          histories.set(pageId, keys.reduce(withoutKey, history));
          runAll(
            there.map((key) => ({ kind: 'remove', key })),
            (key) => stepsOf(history, key),
            again,
          );
        }
      };

    return {
      create: (type: AnnotationType, coordinates: AnnotationCoordinates) => {
        const [key] = add([{ type, coordinates }]);
        if (key !== undefined) onDrawn?.(key);
      },
      add: (marks: readonly NewMark[]) => {
        const keys = add(marks);
        return keys.length === 0 ? () => undefined : takingBack('create', keys);
      },
      move: (...placed: Placed[]) => reshape('move', placed),
      resize: (key: string, coordinates: AnnotationCoordinates) => reshape('resize', [{ key, coordinates }]),
      relabel: (content: string, ...keys: string[]) => {
        const steps = keys.flatMap((key): SingleStep[] => {
          const before = find(key)?.content;
          if (before === undefined || before === content) return [];
          void dispatch(changeAnnotation(pageId, key, { content }));
          dispatch(countLabel(projectId, content));
          return [{ kind: 'label', key, before: { content: before }, after: { content } }];
        });
        record(steps);
      },
      remove: (...keys: string[]) => {
        const rows = keys.flatMap((key) => find(key) ?? []);
        const [first] = rows;
        if (!first) return;
        onSelect([]);
        rows.forEach(remove);
        const steps = rows.map(({ key, coordinates, content }): SingleStep => {
          const was = { coordinates: rounded(coordinates), content };
          return { kind: 'delete', key, content: was };
        });
        record(steps);
        offerUndoOfAddition(
          {
            type: 'info',
            id: first.key,
            title: rows.length === 1 ? `“${labelOf(first)}” deleted` : `${rows.length} annotations deleted`,
          },
          takingBack(
            'delete',
            rows.map(({ key }) => key),
          ),
        );
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
    };
  }, [
    announce,
    author,
    deleted,
    dispatch,
    documentId,
    histories,
    onDrawn,
    onSelect,
    pageId,
    picture,
    projectId,
    inProgress,
  ]);

  const last = history.done.at(-1);
  const undo = stepName(last);
  const redo = stepName(history.undone.at(-1));
  const lastAt = last ? (last.at ?? 0) : null;
  return useMemo(() => ({ ...edits, steps: { undo, redo, lastAt } }), [edits, undo, redo, lastAt]);
}

/** Optimistic changes included. */
function rowOf(pageId: string, key: string): ApiThunk<AnnotationRow | null> {
  return (_, getState) => {
    const { data } = annotationsApi.endpoints.getPageAnnotations.select(pageId)(getState());
    return visibleRows(data ?? []).find((row) => row.key === key) ?? null;
  };
}
