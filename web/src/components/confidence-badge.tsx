import { Badge } from '@fluentui/react-components';
import { confidenceBand, confidenceText, type ConfidenceBand } from './confidence.js';

const BAND_COLOURS: Record<ConfidenceBand, 'success' | 'warning' | 'danger'> = {
  green: 'success',
  yellow: 'warning',
  red: 'danger',
};

/** FEAT-26 */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const band = confidenceBand(confidence);
  return (
    <Badge appearance="tint" color={BAND_COLOURS[band]} data-band={band}>
      {confidenceText(confidence)}
    </Badge>
  );
}
