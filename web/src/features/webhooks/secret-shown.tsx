import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { WebhookParts } from './extensions.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0' },
  row: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  secret: {
    flexGrow: 1,
    flexBasis: '280px',
    minWidth: 0,
    padding: '10px 12px',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

/** A secret, this once. */
export function SecretShown({
  title,
  secret,
  more = '',
  CopyButton,
  onDone,
}: {
  title: string;
  secret: string;
  /** What else is to be known of it. */
  more?: string;
  CopyButton: WebhookParts['CopyButton'];
  onDone: () => void;
}) {
  const styles = useStyles();
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            Copy this secret now: it is shown only this once. The receiver verifies with it that deliveries come from
            here.{more && ` ${more}`}
          </MessageBarBody>
        </MessageBar>
        <div className={styles.row}>
          <code className={styles.secret} aria-label="Secret">
            {secret}
          </code>
          <CopyButton text={secret} what="secret" appearance="secondary" size="medium" />
        </div>
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
