import { countText } from '../../lib/ui/formats.js';
import { BulkPreview } from './bulk-preview.js';
import { ReasonsDialog } from './reasons-dialog.js';
import type { RecordHit } from './records-api.js';
import { useBulk } from './use-bulk.js';

interface BulkDialogProps {
  projectId: string;
  /** Undecided ones that the table shows. */
  hits: readonly RecordHit[];
  onClose: () => void;
}

export function BulkDialog({ projectId, hits, onClose }: BulkDialogProps) {
  const bulk = useBulk(projectId, { ids: hits.map(({ id }) => id) }, onClose);
  return (
    <ReasonsDialog
      title={`Not relevant: ${countText(hits.length, 'undecided record')}`}
      confirmLabel={bulk.count > 0 ? `Decide ${countText(bulk.count, 'record')}` : 'Preview'}
      onConfirm={bulk.confirm}
      onChange={bulk.reset}
      onClose={onClose}
    >
      <BulkPreview bulk={bulk} hits={hits} />
    </ReasonsDialog>
  );
}
