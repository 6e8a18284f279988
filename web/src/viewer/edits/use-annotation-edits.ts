import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { notify } from '../../lib/toasts.js';
import { EditHistories, forgotten, planned, recorded, sameCoordinates, stepName } from './history.js';
import type { HistoryAction, HistoryStep } from './history.js';
import { subscribeToOutcomes } from '../../evidence/annotation-outcomes.js';
import type { AnnotationOutcome } from '../../evidence/annotation-outcomes.js';
import { DEFAULT_LABEL, labelOf, rounded } from '../../evidence/annotation-records.js';
import type { AnnotationCoordinates, AnnotationType } from '../../evidence/annotation-records.js';
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
import { useApiDispatch } from '../../lib/api-thunks.js';
import type { ApiThunk } from '../../lib/api-thunks.js';
import type { StepsBack } from '../sheet/toolbar.js';

interface EditsOf {
  pageId: string;
  documentId: string;
  projectId: string;
  /** Whose annotations new ones are; null for somebody who may only look. */
  author: { id: string; name: string | null; type: AuthorType } | null;
  onSelect: (key: string | null) => void;
  /** An annotation was just drawn: it wants a label. */
  onDrawn?: (key: string) => void;
  announce: (sentence: string) => void;
}

export interface AnnotationEdits {
  create: (type: AnnotationType, coordinates: AnnotationCoordinates) => void;
  move: (key: string, coordinates: AnnotationCoordinates) => void;
  resize: (key: string, coordinates: AnnotationCoordinates) => void;
  relabel: (key: string, content: string) => void;
  remove: (key: string) => void;
  undo: () => void;
  redo: () => void;
  steps: StepsBack;
}

const SAID: Record<AnnotationOutcome['what'], string> = {
  create: 'Saved.',
  change: 'Saved.',
  delete: 'Deleted.',
  restore: 'Brought back.',
};

/** What a person does to the annotations of a page, with undo and redo; every outcome is said aloud. */
export function useAnnotationEdits(of: EditsOf): AnnotationEdits {
  const { pageId, documentId, projectId, author, onSelect, onDrawn, announce } = of;
  const dispatch = useApiDispatch();
  const [histories] = useState(() => new EditHistories());
  /** Rows that were deleted here, by their keys: what can be brought back. */
  const [deleted] = useState(() => new Map<string, AnnotationRow>());
  const history = useSyncExternalStore(histories.subscribe, () => histories.of(pageId));

  useEffect(
    () =>
      subscribeToOutcomes((outcome) => {
        if (outcome.result === 'failed') {
          // the annotation is not as any of these steps left it
          histories.set(outcome.pageId, forgotten(histories.of(outcome.pageId), outcome.key));
          announce(outcome.sentence ?? 'Not saved.');
        } else if (outcome.pageId === pageId) announce(SAID[outcome.what]);
      }),
    [histories, pageId, announce],
  );

  const edits = useMemo(() => {
    const record = (step: HistoryStep) => histories.set(pageId, recorded(histories.of(pageId), step));
    const find = (key: string) => dispatch(rowOf(pageId, key));

    const remove = (row: AnnotationRow): void => {
      deleted.set(row.key, row);
      void dispatch(removeAnnotation(pageId, row.key));
    };
    const reshape = (kind: 'move' | 'resize', key: string, coordinates: AnnotationCoordinates): void => {
      const before = find(key)?.coordinates;
      if (!before || sameCoordinates(before, coordinates)) return;
      record({ kind, key, before: { coordinates: rounded(before) }, after: { coordinates: rounded(coordinates) } });
      void dispatch(changeAnnotation(pageId, key, { coordinates }));
    };
    const run = (action: HistoryAction): void => {
      switch (action.kind) {
        case 'restore': {
          const row = deleted.get(action.key);
          if (!row) return;
          void dispatch(restoreAnnotation(pageId, row));
          onSelect(action.key);
          return;
        }
        case 'remove': {
          const row = find(action.key);
          if (row) remove(row);
          return;
        }
        case 'change':
          onSelect(action.key);
          void dispatch(changeAnnotation(pageId, action.key, action.changes, { guarded: true }));
      }
    };
    const step = (direction: 'undo' | 'redo'): void => {
      const plan = planned(histories.of(pageId), direction, find);
      if (plan.kind === 'nothing') {
        announce(direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
        return;
      }
      histories.set(pageId, plan.history);
      if (plan.kind === 'refused') {
        notify({
          type: 'warning',
          title: direction === 'undo' ? 'Not undone' : 'Not repeated',
          description: plan.sentence,
        });
        announce(plan.sentence);
        return;
      }
      run(plan.action);
      announce(`${direction === 'undo' ? 'Undone' : 'Done again'}: ${stepName(plan.step) ?? ''}.`);
    };

    return {
      create: (type: AnnotationType, coordinates: AnnotationCoordinates) => {
        if (!author) return;
        const { key } = dispatch(createAnnotation({ pageId, documentId, type, coordinates, author }));
        onSelect(key);
        onDrawn?.(key);
        record({ kind: 'create', key, content: { coordinates: rounded(coordinates), content: DEFAULT_LABEL } });
      },
      move: (key: string, coordinates: AnnotationCoordinates) => reshape('move', key, coordinates),
      resize: (key: string, coordinates: AnnotationCoordinates) => reshape('resize', key, coordinates),
      relabel: (key: string, content: string) => {
        const before = find(key)?.content;
        if (before === undefined || before === content) return;
        record({ kind: 'label', key, before: { content: before }, after: { content } });
        void dispatch(changeAnnotation(pageId, key, { content }));
        dispatch(countLabel(projectId, content));
      },
      remove: (key: string) => {
        const row = find(key);
        if (!row) return;
        onSelect(null);
        remove(row);
        record({ kind: 'delete', key, content: { coordinates: rounded(row.coordinates), content: row.content } });
        const bringBack = () => {
          const { kind, key: last } = histories.of(pageId).done.at(-1) ?? {};
          if (kind === 'delete' && last === key) step('undo');
          else run({ kind: 'restore', key });
        };
        notify({
          type: 'info',
          id: key,
          title: `“${labelOf(row)}” deleted`,
          action: { label: 'Undo', onClick: bringBack },
        });
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
    };
  }, [announce, author, deleted, dispatch, documentId, histories, onDrawn, onSelect, pageId, projectId]);

  const undo = stepName(history.done.at(-1));
  const redo = stepName(history.undone.at(-1));
  return useMemo(() => ({ ...edits, steps: { undo, redo } }), [edits, undo, redo]);
}

/** The annotation of a key as the person sees it now. */
function rowOf(pageId: string, key: string): ApiThunk<AnnotationRow | null> {
  return (_, getState) => {
    const { data } = annotationsApi.endpoints.getPageAnnotations.select(pageId)(getState());
    return visibleRows(data ?? []).find((row) => row.key === key) ?? null;
  };
}
