import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', justifyContent: 'center', padding: '48px 24px' },
  screen: { flexGrow: 1, minHeight: '60vh' },
});

/** `screen` fills the window height. */
export function LoadingView({ label = 'Loading...', screen = false }: { label?: string; screen?: boolean }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, screen && styles.screen)}>
      <Spinner label={label} labelPosition="below" size="small" />
    </div>
  );
}
