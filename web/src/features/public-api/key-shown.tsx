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
import type { CreatedApiKey } from './api.js';
import { CopyButton } from './copy-button.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0' },
  keyRow: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  key: {
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

/** The body of a dialog that shows a secret, this once; or why there is none to show. */
export function KeyShown({
  title,
  shown,
  children,
  onDone,
}: {
  title: string;
  shown: CreatedApiKey;
  /** What is to be known of the secret. */
  children: ReactNode;
  onDone: () => void;
}) {
  const styles = useStyles();
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{shown.key === undefined ? shown.message : children}</MessageBarBody>
        </MessageBar>
        {shown.key === undefined ? null : (
          <div className={styles.keyRow}>
            <code className={styles.key} aria-label="API key">
              {shown.key}
            </code>
            <CopyButton text={shown.key} what="API key" appearance="secondary" size="medium" />
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
