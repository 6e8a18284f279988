import { Checkbox } from '@fluentui/react-components';
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
} from './decisions-api.js';
import { ReasonsDialog, type Reasons } from './reasons-dialog.js';
import type { RecordHit } from './records-api.js';

/** Left alone unless included. */
const INCLUDED = [
  ['include_close', 'Also on or next to the property'],
  ['include_releases', 'Also lists of releases'],
] as const;

interface BulkDialogProps {
  projectId: string;
  /** Undecided ones that the table shows. */
  hits: readonly RecordHit[];
  onClose: () => void;
}

/** Decides many records as not relevant: first a preview, then exactly the previewed ones. */
export function BulkDialog({ projectId, hits, onClose }: BulkDialogProps) {
  const [preview] = usePreviewDecisionsMutation();
  const [decide] = useDecideHitsMutation();
  const [undo] = useUndoRuleMutation();
  const [id] = useState(uuidV7);
  const [previewed, setPreviewed] = useState<BulkAnswer | null>(null);
  const [included, setIncluded] = useState({ include_close: false, include_releases: false });
  const count = previewed?.data.hit_ids.length ?? 0;

  async function confirm(reasons: Reasons): Promise<string | null> {
    const request = { id, project_id: projectId, disposition: 'not_relevant' as const, ...included, ...reasons };
    try {
      if (!previewed || count === 0) {
        setPreviewed(await preview({ ...request, ids: hits.map((hit) => hit.id) }).unwrap());
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
    onClose();
    return null;
  }

  const reasonsOfOthers = [...new Set((previewed?.excluded ?? []).map(({ reason }) => reason))];
  return (
    <ReasonsDialog
      title={`Not relevant: ${countText(hits.length, 'undecided record')}`}
      confirmLabel={count > 0 ? `Decide ${countText(count, 'record')}` : 'Preview'}
      onConfirm={confirm}
      // other reasons need another preview
      onChange={() => setPreviewed(null)}
      onClose={onClose}
    >
      <div role="group" aria-label="Include">
        {INCLUDED.map(([key, label]) => (
          <Checkbox
            key={key}
            label={label}
            checked={included[key]}
            onChange={(_, { checked }) => {
              setPreviewed(null);
              setIncluded((before) => ({ ...before, [key]: checked === true }));
            }}
          />
        ))}
      </div>
      {previewed ? (
        <div role="status">
          {`${countText(count, 'record is', 'records are')} decided, ${previewed.excluded.length} left alone.`}
          <ul>
            {reasonsOfOthers.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </ReasonsDialog>
  );
}
