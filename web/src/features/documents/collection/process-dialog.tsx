import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { PROCESS_JOB_TYPES } from '../../../evidence/documents-api.js';
import { startProcessing } from './process-documents.js';
import type { ProcessJobType, ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  type: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  what: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const EXPLANATIONS: Record<ProcessJobType, string> = {
  'document-specific': 'Everything this kind of document needs: pages, images and text.',
  'background-generate-records': 'A record of every page, without images.',
  'background-generate-images': 'The zoomable images of pages that have none yet.',
  'background-analyze-pages': 'Text, year, scale and type of every page, and proposals to review.',
};

/** DOC-29 to DOC-32 */
export function ProcessDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const styles = useStyles();
  const [jobType, setJobType] = useState<ProcessJobType>('document-specific');
  const dispatch = useApiDispatch();
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState('');

  const start = async () => {
    setLoading(true);
    setFailure('');
    const refused = await startProcessing(dispatch, document, jobType);
    setLoading(false);
    setFailure(refused);
    if (!refused) onClose();
  };

  return (
    <Dialog open onOpenChange={(_, { open }) => !open && !isLoading && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Process Document</DialogTitle>
          <DialogContent className={styles.content}>
            {/* also announced here, because screen readers cannot reach the toast behind the modal dialog */}
            {failure && (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{`Processing Failed: ${failure}`}</MessageBarBody>
              </MessageBar>
            )}
            <Text>{document.title}</Text>
            <RadioGroup
              aria-label="Job type"
              value={jobType}
              onChange={(_, { value }) => setJobType(PROCESS_JOB_TYPES.find((type) => type === value) ?? jobType)}
            >
              {PROCESS_JOB_TYPES.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={
                    <>
                      <span className={styles.type}>{type}</span>
                      <span className={styles.what}>{EXPLANATIONS[type]}</span>
                    </>
                  }
                />
              ))}
            </RadioGroup>
          </DialogContent>
          <DialogActions>
            <Button disabled={isLoading} onClick={onClose}>
              Cancel
            </Button>
            <Button appearance="primary" disabled={isLoading} onClick={start}>
              {isLoading ? 'Processing...' : 'Process'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
