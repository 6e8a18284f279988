import { Badge, makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({ root: { flexShrink: 0 } });

/** Of a page that no person has opened. */
export function UnopenedChip() {
  const styles = useStyles();
  return (
    <Badge
      className={styles.root}
      appearance="tint"
      color="informative"
      size="small"
      role="img"
      aria-label="Not opened yet"
    >
      New
    </Badge>
  );
}
