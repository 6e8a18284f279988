import { Badge } from '@fluentui/react-components';
import { useListExpiringAssessmentsQuery } from './assessment-api.js';
import { expiryText } from './validity-text.js';

/** Only for assessments that expire soon or have expired. */
export function ExpiryChip({ projectId }: { projectId: string }) {
  // one request for all rows
  const { currentData } = useListExpiringAssessmentsQuery();
  const found = currentData?.find((one) => one.project_id === projectId);
  return found ? (
    <Badge appearance="tint" size="small" color={found.state === 'expired' ? 'danger' : 'warning'}>
      {expiryText(found)}
    </Badge>
  ) : null;
}
