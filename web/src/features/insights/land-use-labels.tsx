import { NO_VALUE } from '../../lib/ui/formats.js';
import { useGetLandUsesQuery } from '../../evidence/evidence-api.js';

/** Unknown values are shown as they are. */
export function LandUseLabels({ values }: { values: readonly string[] }) {
  const { data } = useGetLandUsesQuery();
  const labels = values.map((value) => data?.find((landUse) => landUse.value === value)?.label ?? value);
  return <>{labels.length === 0 ? NO_VALUE : labels.join(', ')}</>;
}
