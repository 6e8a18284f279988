import { useCallback, useEffect, useRef, useState } from 'react';
import { registerUndoOwner } from '../../../lib/edits/undo.js';
import { useUnsaved } from '../../../lib/edits/unsaved.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useSaveSplitMutation, type DocumentSplit } from './splits-api.js';
import type { SplitPart } from './cuts.js';

type Parts = readonly SplitPart[];

interface Steps {
  past: readonly Parts[];
  future: readonly Parts[];
}

const NO_STEPS: Steps = { past: [], future: [] };
const MAX_STEPS = 100;

/** Changes of a proposed split, saved one after the other. */
export interface SplitEdits {
  parts: Parts;
  change: (next: Parts) => void;
  /** Shows a change that is not saved, such as a drag; undefined ends it. */
  preview: (next: Parts | undefined) => void;
  undo?: () => void;
  redo?: () => void;
  /** Resolves when all changes are saved; false if one failed. */
  settled: () => Promise<boolean>;
}

export function useSplitEdits({ id, document_id: documentId, documents, revision }: DocumentSplit): SplitEdits {
  const [save] = useSaveSplitMutation();
  const [parts, setParts] = useState<Parts>(documents);
  const [previewed, setPreviewed] = useState<Parts>();
  const [steps, setSteps] = useState(NO_STEPS);
  const [pending, setPending] = useState(0);
  const saved = useRef<{ parts: Parts; revision: number }>({ parts: documents, revision });
  const last = useRef<{ number: number; at: number | null; saving: Promise<boolean> }>({
    ...{ number: 0, at: null, saving: Promise.resolve(true) },
  });
  useUnsaved(pending > 0);
  // Ctrl+Z on this screen
  useEffect(() => registerUndoOwner(() => last.current.at), []);

  const send = useCallback(
    (next: Parts) => {
      const number = last.current.number + 1;
      const isLast = () => last.current.number === number;
      const saveNext = async (): Promise<boolean> => {
        // the next save has this change, too
        if (!isLast()) return true;
        try {
          const known = saved.current.revision;
          const answer = await save({ documentId, id, parts: next, revision: known }).unwrap();
          saved.current = { parts: answer.documents, revision: answer.revision };
          if (isLast()) setParts(answer.documents);
          return true;
        } catch (error) {
          notify({ type: 'error', title: errorMessage(error, 'Failed to save the change') });
          if (isLast()) {
            setParts(saved.current.parts);
            setSteps(NO_STEPS);
          }
          return false;
        }
      };
      setParts(next);
      setPending((count) => count + 1);
      const saving = last.current.saving.then(saveNext).finally(() => setPending((count) => count - 1));
      last.current = { number, at: Date.now(), saving };
    },
    [documentId, id, save],
  );

  const [undone, redone] = [steps.past.at(-1), steps.future[0]];
  return {
    parts: previewed ?? parts,
    preview: setPreviewed,
    change: (next) => {
      setPreviewed(undefined);
      if (next === parts) return;
      setSteps({ past: [...steps.past, parts].slice(-MAX_STEPS), future: [] });
      send(next);
    },
    ...(undone && {
      undo: () => {
        setSteps({ past: steps.past.slice(0, -1), future: [parts, ...steps.future] });
        send(undone);
      },
    }),
    ...(redone && {
      redo: () => {
        setSteps({ past: [...steps.past, parts], future: steps.future.slice(1) });
        send(redone);
      },
    }),
    settled: () => last.current.saving,
  };
}
