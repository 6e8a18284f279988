import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { errorMessage } from '../../../lib/http/errors.js';
import { fileSize } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import { interruptedUploadsOf } from './interrupted-uploads.js';
import type { InterruptedUpload } from './interrupted-uploads.js';
import type { UploadState } from './upload-state.js';
import { discardUpload } from './send-file.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
});

interface InterruptedUploadsListProps {
  projectId: string;
  state: UploadState;
  onChoose: () => void;
}

export function InterruptedUploadsList({ projectId, state, onChoose }: InterruptedUploadsListProps) {
  const styles = useStyles();
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const under = new Set([...state.items, ...state.finished].map(({ id }) => id));
  const rows = interruptedUploadsOf(projectId).filter(({ id }) => !under.has(id) && !discarded.has(id));

  const discard = async ({ id, name }: InterruptedUpload): Promise<void> => {
    setDiscarded((before) => new Set(before).add(id));
    try {
      await discardUpload(projectId, id);
    } catch (error) {
      const description = errorMessage(error, 'The server removes it after a week.');
      notify({ type: 'warning', title: `The uploaded part of ${name} could not be removed`, description });
    }
  };

  if (rows.length === 0) return null;
  return (
    <div className={styles.list}>
      {rows.map((row) => (
        <MessageBar key={row.id} intent="info" layout="multiline" data-testid="interrupted-upload">
          <MessageBarBody>
            <span className={styles.name}>{row.name}</span>
            {` stopped at ${Math.floor((row.sent / row.size) * 100)}% of ${fileSize(row.size)}. Choose the same file again to continue.`}
          </MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={onChoose}>
              Choose the file
            </Button>
            <Button size="small" appearance="subtle" onClick={() => void discard(row)}>
              Discard
            </Button>
          </MessageBarActions>
        </MessageBar>
      ))}
    </div>
  );
}
