import { Badge } from '@fluentui/react-components';
import type { HistoryStatus } from '../../viewer/evidence-api.js';
import { confidenceBand, confidenceText } from './confidence.js';
import type { ConfidenceBand } from './confidence.js';

const BAND_COLOURS: Record<ConfidenceBand, 'success' | 'warning' | 'danger'> = {
  green: 'success',
  yellow: 'warning',
  red: 'danger',
};

/** A confidence on its scale of ten, in the colour of its band (FEAT-26). */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const band = confidenceBand(confidence);
  return (
    <Badge appearance="tint" color={BAND_COLOURS[band]} data-band={band}>
      {confidenceText(confidence)}
    </Badge>
  );
}

const STATUS_COLOURS: Record<HistoryStatus, 'success' | 'informative' | 'danger'> = {
  active: 'success',
  superseded: 'informative',
  rejected: 'danger',
};

/** Whether a record holds (FEAT-25). */
export function StatusBadge({ status }: { status: HistoryStatus }) {
  return (
    <Badge appearance="outline" color={STATUS_COLOURS[status]}>
      {status}
    </Badge>
  );
}
