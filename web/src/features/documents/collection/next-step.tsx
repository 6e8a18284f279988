import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular, KeyRegular, OpenRegular, PlayRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { RouterLink } from '../../../components/router-link.js';
import { isProcessing } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { awaitsProcessing } from './process-documents.js';
import { UnlockDialog } from './unlock-dialog.js';

const useStyles = makeStyles({
  step: { minWidth: 'auto', paddingLeft: 0, fontWeight: tokens.fontWeightRegular, whiteSpace: 'nowrap' },
  open: { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: tokens.fontSizeBase200 },
});

interface NextStepProps {
  document: ProjectDocument;
  /** OP-09 */
  canEdit: boolean;
  isBusy: boolean;
  onProcess: (document: ProjectDocument) => void;
}

export function NextStep({ document, canEdit, isBusy, onProcess }: NextStepProps) {
  const styles = useStyles();
  // finished sheets can be opened while text recognition is running
  const busy = isProcessing(document);
  const [isAsking, setAsking] = useState(false);
  if (document.needs_password)
    return canEdit ? (
      <>
        <Button
          appearance="transparent"
          size="small"
          className={styles.step}
          icon={<KeyRegular />}
          aria-label={`Enter password of ${document.title}`}
          onClick={() => setAsking(true)}
        >
          Enter password
        </Button>
        {isAsking && <UnlockDialog document={document} onClose={() => setAsking(false)} />}
      </>
    ) : null;
  const failed = document.processing_status === 'failed';
  if (canEdit && !busy && (failed || awaitsProcessing(document)))
    return (
      <Button
        appearance="transparent"
        size="small"
        className={styles.step}
        icon={failed ? <ArrowClockwiseRegular /> : <PlayRegular />}
        aria-label={`${failed ? 'Retry' : 'Process'} ${document.title}`}
        disabled={isBusy}
        onClick={() => onProcess(document)}
      >
        {failed ? 'Retry' : 'Process'}
      </Button>
    );
  if ((document.pages_ready ?? 0) === 0) return null;
  return (
    <RouterLink to={`/projects/${document.project_id}/documents/${document.id}`} className={styles.open}>
      <OpenRegular aria-hidden="true" />
      Open
    </RouterLink>
  );
}
