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
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

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

/** Dialog body that shows a secret once, or explains why it cannot. */
export function SecretField({
  title,
  what,
  secret,
  children,
  onDone,
}: {
  title: string;
  what: 'API key' | 'secret';
  /** Absent if it was shown before. */
  secret: string | undefined;
  /** Notes about the secret. */
  children: ReactNode;
  onDone: () => void;
}) {
  const styles = useStyles();
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{children}</MessageBarBody>
        </MessageBar>
        {secret === undefined ? null : (
          <div className={styles.row}>
            <code className={styles.secret} aria-label={what === 'secret' ? 'Secret' : what}>
              {secret}
            </code>
            <CopyButton text={secret} what={what} appearance="secondary" size="medium" />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
