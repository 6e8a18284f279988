import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Radio,
  RadioGroup,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { idTail } from '../../../lib/formats.js';
import { notify } from '../../../lib/toasts.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
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
  'background-analyze-pages': 'Text, year, scale and type of every page, and what to look at on it.',
};

/** Starts a job on a document (DOC-29 to DOC-32). */
export function ProcessDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const styles = useStyles();
  const [jobType, setJobType] = useState<ProcessJobType>('document-specific');
  const dispatch = useApiDispatch();
  const [isLoading, setLoading] = useState(false);

  const start = async () => {
    setLoading(true);
    const started = await startProcessing(dispatch, document, jobType);
    setLoading(false);
    if ('failure' in started) {
      notify({ type: 'error', title: 'Processing Failed', description: started.failure });
      return;
    }
    notify({ type: 'success', title: 'Document Processing Started', description: `Job ID: ${idTail(started.jobId)}` });
    onClose();
  };

  return (
    <Dialog open onOpenChange={(_, { open }) => !open && !isLoading && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Process Document</DialogTitle>
          <DialogContent className={styles.content}>
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
