import { Badge } from '@fluentui/react-components';

/** Every account may read the project. */
export function SampleBadge() {
  return (
    <Badge appearance="tint" color="informative">
      Sample
    </Badge>
  );
}
