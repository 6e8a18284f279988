import { HISTORY_STATUS_LABELS } from '@symbio/proto/labels';
import type { HistoryStatus } from '@symbio/proto/feature/vocabulary';

import { Badge } from '@fluentui/react-components';

const STATUS_COLOURS: Record<HistoryStatus, 'success' | 'informative' | 'danger'> = {
  active: 'success',
  superseded: 'informative',
  rejected: 'danger',
};

/** FEAT-25 */
export function StatusBadge({ status }: { status: HistoryStatus }) {
  return (
    <Badge appearance="outline" color={STATUS_COLOURS[status]}>
      {HISTORY_STATUS_LABELS[status]}
    </Badge>
  );
}
