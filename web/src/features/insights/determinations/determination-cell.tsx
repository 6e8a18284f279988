import { Badge, Button, makeStyles } from '@fluentui/react-components';
import { VisuallyHidden } from '../../../components/visually-hidden.js';
import type { Determination } from './determinations-api.js';
import { KindBadge } from './kind-badge.js';

const useStyles = makeStyles({
  button: { minWidth: 0, padding: '0 4px', marginInlineStart: '-4px', gap: '4px', fontWeight: 'normal' },
});

/** Opens the determination of a feature. */
export function DeterminationCell(props: { determination: Determination | undefined; onOpen: () => void }) {
  const styles = useStyles();
  const { determination, onOpen } = props;
  return (
    <Button
      size="small"
      appearance="subtle"
      className={styles.button}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <VisuallyHidden>{'Determination: '}</VisuallyHidden>
      {determination ? <KindBadge kind={determination.kind} /> : 'Not determined'}
      {determination?.stale && (
        <Badge appearance="tint" color="warning" size="small">
          Stale
        </Badge>
      )}
    </Button>
  );
}
