import { Badge } from '@fluentui/react-components';
import { DETERMINATION_LABELS } from '@symbio/proto/labels';
import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';

const COLOURS: Record<DeterminationKind, 'danger' | 'warning' | 'informative' | 'subtle'> = {
  rec: 'danger',
  crec: 'warning',
  hrec: 'warning',
  ber: 'informative',
  de_minimis: 'informative',
  none: 'informative',
};

export const KindBadge = ({ kind }: { kind: DeterminationKind }) => (
  <Badge appearance={kind === 'rec' ? 'filled' : 'outline'} color={COLOURS[kind]} size="small">
    {DETERMINATION_LABELS[kind]}
  </Badge>
);
