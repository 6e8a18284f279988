import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Similarity } from '@symbio/proto/document/similarity';
import { errorMessage } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { useGetAlignmentsQuery, useSaveAlignmentMutation, type Alignment } from './alignments-api.js';
import { fitOf, offersFor, pairName, storedOf, type Offer, type ProjectAlignment } from './stored-alignments.js';
import type { TimeSheet } from './time-sheet.js';

const NOTHING: Alignment = { pairs: [], base: null };
/** Matches no stored alignment. */
const NO_VERSION = new Date(0).toISOString();

export interface Unread {
  error: unknown;
  onRetry: () => void;
}

export interface PairAlignment {
  /** View's, else the stored one, else none. */
  alignment: Alignment;
  fit: Similarity;
  stored: ProjectAlignment | null;
  offers: readonly Offer[];
  isLoading: boolean;
  failure: Unread | null;
  /** Otherwise nothing is saved over the stored one. */
  isKnown: boolean;
  maySave: boolean;
  /** With undo; an empty one deletes it. */
  save: (alignment: Alignment) => Promise<void>;
}

/**
 * @param view `own`: of the view only; null: the stored one. `aligning`: concurrent changes by others are not
 * overwritten
 * @param onSaved the view's own alignment is now stored
 */
export function useAlignment(
  { first, second, sheets }: { first: TimeSheet; second: TimeSheet; sheets: readonly TimeSheet[] },
  { own, aligning }: { own: Alignment | null; aligning: boolean },
  onSaved: () => void,
): PairAlignment {
  const { canEdit } = useProject();
  const isSame = first.page.id === second.page.id;
  const pair = useMemo(() => ({ first: first.page.id, second: second.page.id }), [first.page.id, second.page.id]);
  const { currentData, isFetching, isError, error, refetch } = useGetAlignmentsQuery(pair, {
    skip: isSame,
    refetchOnMountOrArgChange: true,
  });
  const [put] = useSaveAlignmentMutation();
  const stored = useMemo(() => storedOf(currentData ?? [], pair), [currentData, pair]);
  const offers = useMemo(
    () => offersFor(currentData ?? [], sheets, first, second),
    [currentData, first, second, sheets],
  );
  const alignment = own ?? stored ?? NOTHING;
  const fit = useMemo(
    () => fitOf(alignment, first.sheet.size, second.sheet.size),
    [alignment, first.sheet.size, second.sheet.size],
  );

  const latestOwn = useRef(own);
  /** When the user began to align; before that, the current version. */
  const begun = useRef<{ pair: typeof pair; updatedAt: string | undefined } | null>(null);
  useLayoutEffect(() => {
    latestOwn.current = own;
    if (!currentData) begun.current = null;
    else if (!aligning || !own || begun.current?.pair !== pair) begun.current = { pair, updatedAt: stored?.updatedAt };
  });
  /** @throws ApiError */
  const write = async (next: Alignment, updatedAt?: string): Promise<string> => {
    const { updated_at: writtenAt } = await put({ ...pair, ...next, updatedAt }).unwrap();
    // the user knows the version they stored
    if (begun.current?.pair === pair) begun.current.updatedAt = writtenAt;
    return writtenAt;
  };
  const store = async (next: Alignment, before: Alignment, updatedAt?: string): Promise<void> => {
    let writtenAt: string;
    try {
      writtenAt = await write(next, updatedAt);
    } catch (error) {
      notify({ type: 'error', title: 'The alignment was not stored.', description: errorMessage(error, '') });
      return;
    }
    // other sheets may be shown, or points added since: those are not stored
    if (latestOwn.current === next) onSaved();
    const isNone = next.pairs.length === 0 && next.base === null;
    const name = pairName(first, second);
    offerUndo(
      {
        id: writtenAt,
        title: isNone ? 'Alignment removed' : 'Alignment stored for the project',
        description: name,
      },
      { what: `alignment of ${name}`, undo: () => write(before, writtenAt) },
    );
  };
  const save = (next: Alignment): Promise<void> => {
    // nothing was stored before, but something is now
    const isNew = begun.current?.updatedAt === undefined && stored !== null;
    return store(next, stored ?? NOTHING, isNew ? NO_VERSION : begun.current?.updatedAt);
  };
  return {
    alignment,
    fit,
    stored,
    offers,
    isLoading: !isSame && isFetching && !currentData,
    failure: isError && !isFetching && !currentData ? { error, onRetry: () => void refetch() } : null,
    isKnown: isSame || currentData !== undefined,
    maySave: canEdit && !isSame,
    save,
  };
}
