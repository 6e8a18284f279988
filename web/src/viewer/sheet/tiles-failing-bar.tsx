import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  // over the sheet: the view must not move when the connection breaks
  root: {
    position: 'absolute',
    insetInline: tokens.spacingHorizontalM,
    top: tokens.spacingVerticalM,
    zIndex: 5,
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
  bar: { width: 'auto', maxWidth: '560px', pointerEvents: 'auto', boxShadow: tokens.shadow8 },
});

/** Says that parts of a sheet are missing while they are requested again. */
export function TilesFailingBar({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <MessageBar intent="warning" layout="multiline" className={styles.bar} role="status" data-testid="tiles-failing">
        <MessageBarBody>Some of this sheet could not be loaded. Trying again ...</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        </MessageBarActions>
      </MessageBar>
    </div>
  );
}
