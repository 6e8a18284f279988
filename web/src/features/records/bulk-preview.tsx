import { Checkbox } from '@fluentui/react-components';
import { countText } from '../../lib/ui/formats.js';
import { PreviewRows } from './preview-rows.js';
import type { RecordHit } from './records-api.js';
import type { Bulk } from './use-bulk.js';

/** Left alone unless included. */
const INCLUDED = [
  ['include_close', 'Also on or next to the property'],
  ['include_releases', 'Also lists of releases'],
] as const;

interface BulkPreviewProps {
  bulk: Bulk;
  hits: readonly RecordHit[];
}

/** What a decision about many records takes and leaves alone. */
export function BulkPreview({ bulk: { previewed, count, included, include }, hits }: BulkPreviewProps) {
  const taken = new Set(previewed?.data.hit_ids);
  const reasonsOfOthers = [...new Set((previewed?.excluded ?? []).map(({ reason }) => reason))];
  return (
    <>
      <div role="group" aria-label="Include">
        {INCLUDED.map(([key, label]) => (
          <Checkbox
            key={key}
            label={label}
            checked={included[key]}
            onChange={(_, { checked }) => include({ [key]: checked === true })}
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
      {count > 0 ? <PreviewRows label="Records to decide" hits={hits.filter(({ id }) => taken.has(id))} /> : null}
    </>
  );
}
