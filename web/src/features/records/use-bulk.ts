import { useState } from 'react';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { countText } from '../../lib/ui/formats.js';
import {
  useDecideHitsMutation,
  usePreviewDecisionsMutation,
  useUndoRuleMutation,
  type BulkAnswer,
  type BulkRequest,
} from './decisions-api.js';
import type { Reasons } from './reasons-dialog.js';

export type Included = Pick<BulkRequest, 'include_close' | 'include_releases'>;

export interface Bulk {
  previewed: BulkAnswer | null;
  /** Records that the decision takes. */
  count: number;
  included: Included;
  include: (changes: Partial<Included>) => void;
  /** Another choice or other reasons need another preview. */
  reset: () => void;
  /** Previews first, then decides. @returns the reason of a refusal */
  confirm: (reasons: Reasons) => Promise<string | null>;
}

/** Decides many records as not relevant: first a preview, then exactly the previewed ones. */
export function useBulk(projectId: string, chosen: Pick<BulkRequest, 'ids' | 'filter'>, onDecided: () => void): Bulk {
  const [preview] = usePreviewDecisionsMutation();
  const [decide] = useDecideHitsMutation();
  const [undo] = useUndoRuleMutation();
  const [id] = useState(uuidV7);
  const [previewed, setPreviewed] = useState<BulkAnswer | null>(null);
  const [included, setIncluded] = useState<Included>({ include_close: false, include_releases: false });
  const count = previewed?.data.hit_ids.length ?? 0;
  const reset = (): void => setPreviewed(null);
  return {
    ...{ previewed, count, included, reset },
    include: (changes) => {
      reset();
      setIncluded((before) => ({ ...before, ...changes }));
    },
    confirm: async (reasons) => {
      const request = {
        ...{ id, project_id: projectId, disposition: 'not_relevant' as const },
        ...included,
        ...reasons,
        ...chosen,
      };
      try {
        if (!previewed || count === 0) {
          setPreviewed(await preview(request).unwrap());
          return null;
        }
        await decide({ ...request, ids: previewed.data.hit_ids }).unwrap();
      } catch (error) {
        return changeRefusal(error);
      }
      offerUndo(
        { title: `${countText(count, 'record')} not relevant` },
        { what: `decision about ${countText(count, 'record')}`, undo: () => undo(id).unwrap() },
      );
      onDecided();
      return null;
    },
  };
}
