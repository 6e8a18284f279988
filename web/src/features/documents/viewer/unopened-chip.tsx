import { makeStyles, tokens } from '@fluentui/react-components';
import { EyeOffRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  root: { display: 'flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

/** Of a page that no person has opened. */
export function UnopenedChip() {
  const styles = useStyles();
  return (
    <span className={styles.root} role="img" aria-label="Not opened yet" title="Not opened yet">
      <EyeOffRegular aria-hidden="true" />
    </span>
  );
}
