import { Badge } from '@fluentui/react-components';
import { confidenceBand, confidenceText } from '../insights/confidence.js';

const COLOURS = { green: 'success', yellow: 'warning', red: 'danger' } as const;

/** What an agent makes of its own reading, in the colour of its band (FEAT-26). */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  return (
    <Badge appearance="tint" color={COLOURS[confidenceBand(confidence)]}>
      {confidenceText(confidence)}
    </Badge>
  );
}
