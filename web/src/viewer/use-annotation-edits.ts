import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { notify } from '../lib/toasts.js';
import {
  EditHistories,
  forgotten,
  planned,
  recorded,
  rekeyed,
  sameCoordinates,
  stepName,
} from './annotation-history.js';
import type { HistoryAction, HistoryStep } from './annotation-history.js';
import { listenToOutcomes } from './annotation-outcomes.js';
import { DEFAULT_LABEL, labelOf } from './annotation-records.js';
import type { AnnotationCoordinates, AnnotationType, AuthorType } from './annotation-records.js';
import { visibleRows } from './annotation-rows.js';
import type { AnnotationRow } from './annotation-rows.js';
import { annotationsApi, changeAnnotation, createAnnotation, removeAnnotation } from './annotations-api.js';
import { useApiDispatch } from './api-thunks.js';
import type { ApiThunk } from './api-thunks.js';
import { rounded } from './sheet-geometry.js';
import type { StepsBack } from './sheet-toolbar.js';

interface EditsOf {
  pageId: string;
  documentId: string;
  /** Whose annotations new ones are; null for somebody who may only look. */
  author: { id: string; name: string | null; type: AuthorType } | null;
  onSelect: (key: string | null) => void;
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

/** What a person does to the annotations of a page, with undo and redo; every outcome is said aloud. */
export function useAnnotationEdits({ pageId, documentId, author, onSelect, announce }: EditsOf): AnnotationEdits {
  const dispatch = useApiDispatch();
  const [histories] = useState(() => new EditHistories());
  const history = useSyncExternalStore(histories.subscribe, () => histories.of(pageId));

  useEffect(
    () =>
      listenToOutcomes((outcome) => {
        if (outcome.result === 'failed') {
          // the annotation is not as any of these steps left it
          histories.set(outcome.pageId, forgotten(histories.of(outcome.pageId), outcome.key));
          announce(outcome.sentence ?? 'Not saved.');
        } else if (outcome.pageId === pageId) announce(outcome.what === 'delete' ? 'Deleted.' : 'Saved.');
      }),
    [histories, pageId, announce],
  );

  const edits = useMemo(() => {
    const record = (step: HistoryStep) => histories.set(pageId, recorded(histories.of(pageId), step));
    const row = (key: string) => dispatch(rowOf(pageId, key));

    const make = (type: AnnotationType, coordinates: AnnotationCoordinates, content: string): string | null => {
      if (!author) return null;
      const { key } = dispatch(createAnnotation({ pageId, documentId, type, coordinates, content, author }));
      onSelect(key);
      return key;
    };
    const reshape = (kind: 'move' | 'resize', key: string, coordinates: AnnotationCoordinates): void => {
      const before = row(key)?.coordinates;
      if (!before || sameCoordinates(before, coordinates)) return;
      record({ kind, key, before: { coordinates: rounded(before) }, after: { coordinates: rounded(coordinates) } });
      void dispatch(changeAnnotation(pageId, key, { coordinates }));
    };
    const run = (action: HistoryAction): void => {
      switch (action.kind) {
        case 'create': {
          const { type, coordinates, content } = action.content;
          const key = make(type, coordinates, content);
          if (key !== null) histories.set(pageId, rekeyed(histories.of(pageId), action.key, key));
          return;
        }
        case 'remove':
          void dispatch(removeAnnotation(pageId, action.key));
          return;
        case 'change':
          onSelect(action.key);
          void dispatch(changeAnnotation(pageId, action.key, action.changes, { guarded: true }));
      }
    };
    const step = (direction: 'undo' | 'redo'): void => {
      const plan = planned(histories.of(pageId), direction, row);
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
      if (plan.step.kind === 'delete' && direction === 'undo') {
        notify({
          type: 'info',
          title: 'The annotation is back',
          description: 'If it was linked to a feature, link it again: the link ended with the deletion.',
        });
      }
    };

    return {
      create: (type: AnnotationType, coordinates: AnnotationCoordinates) => {
        const key = make(type, coordinates, DEFAULT_LABEL);
        if (key === null) return;
        record({
          kind: 'create',
          key,
          content: { type, coordinates: rounded(coordinates), content: DEFAULT_LABEL },
        });
      },
      move: (key: string, coordinates: AnnotationCoordinates) => reshape('move', key, coordinates),
      resize: (key: string, coordinates: AnnotationCoordinates) => reshape('resize', key, coordinates),
      relabel: (key: string, content: string) => {
        const before = row(key)?.content;
        if (before === undefined || before === content) return;
        record({ kind: 'label', key, before: { content: before }, after: { content } });
        void dispatch(changeAnnotation(pageId, key, { content }));
      },
      remove: (key: string) => {
        const gone = row(key);
        if (!gone) return;
        onSelect(null);
        void dispatch(removeAnnotation(pageId, key));
        // what an AI agent made can't be made again by a person: it would carry the person's name
        if (gone.author_type === 'ai_agent') histories.set(pageId, forgotten(histories.of(pageId), key));
        else {
          const { annotation_type: type, coordinates, content } = gone;
          record({
            kind: 'delete',
            key,
            content: { type, coordinates: rounded(coordinates), content: labelOf({ content }) },
          });
        }
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
    };
  }, [announce, author, dispatch, documentId, histories, onSelect, pageId]);

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
