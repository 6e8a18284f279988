import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { RouterLink } from '../../../components/router-link.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { countText, dateOnly, medium } from '../../../lib/ui/formats.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';
import { CategoryLabel } from '../category-label.js';
import { pagesText } from './cuts.js';
import { splitPath } from './split-offer.js';
import { useUndoSplitMutation, type DocumentSplit } from './splits-api.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    overflowY: 'auto',
    padding: tokens.spacingHorizontalL,
  },
  list: { margin: 0, paddingInlineStart: '28px' },
  item: { padding: `${tokens.spacingVerticalXS} 0`, overflowWrap: 'anywhere' },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
});

interface MadeDocumentsProps {
  document: ProjectDocument;
  split: DocumentSplit;
}

/** The documents made of a package, and the undo of the split. */
export function MadeDocuments({ document, split }: MadeDocumentsProps) {
  const styles = useStyles();
  const { documents, confirmed_by_name: by, confirmed_at: at } = split;
  return (
    <div className={styles.root}>
      <p>{`${by ?? 'A person'} split “${document.title}” into ${countText(documents.length, 'document')} on ${medium(at)}. It is hidden from lists and searches.`}</p>
      <UndoSplit split={split} />
      <ol className={styles.list} aria-label="Documents">
        {documents.map((part) => (
          <li key={part.from_page} className={styles.item}>
            {part.document_id ? (
              <RouterLink to={`/projects/${split.project_id}/documents/${part.document_id}`}>{part.title}</RouterLink>
            ) : (
              part.title
            )}
            <span className={styles.facts}>
              {part.category && <CategoryLabel value={part.category} />}
              <span>{pagesText(part)}</span>
              {part.no_coverage_years.length > 0 && <span>{`No coverage: ${part.no_coverage_years.join(', ')}`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Nothing once it cannot be undone any more. */
export function UndoSplit({ split }: { split: DocumentSplit }) {
  const { canEdit } = useProject();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [undo, { isLoading }] = useUndoSplitMutation();
  const [refusal, setRefusal] = useState('');
  if (!canEdit || !split.undo_until) return null;
  const confirm = async () => {
    setRefusal('');
    try {
      await undo({ documentId: split.document_id, id: split.id }).unwrap();
      notify({ type: 'success', title: 'The split is undone' });
      void navigate(`/projects/${split.project_id}/data-collection`);
    } catch (error) {
      setRefusal(errorMessage(error, 'Failed to undo the split'));
    }
  };
  return (
    <div>
      <Button size="small" icon={<ArrowUndoRegular />} onClick={() => setAsking(true)}>
        {`Undo split (until ${dateOnly(split.undo_until)})`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          destroys
          title="Undo split"
          confirmLabel="Undo split"
          busyLabel="Undoing..."
          busy={isLoading}
          error={refusal || undefined}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {`Delete the ${countText(split.documents.length, 'document')} and show the PDF in lists again? Annotations on the documents are deleted too. They can be restored one by one.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** On a PDF that was split: where its documents are. */
export function SplitNotice({ document }: { document: ProjectDocument }) {
  if (!document.split_id) return null;
  return (
    <MessageBar>
      <MessageBarBody>
        This PDF is split and hidden from lists. <RouterLink to={splitPath(document)}>Documents and undo</RouterLink>
      </MessageBarBody>
    </MessageBar>
  );
}
