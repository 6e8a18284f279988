import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DocumentAddRegular, InfoRegular } from '@fluentui/react-icons';
import { RouterLink } from '../../components/router-link.js';
import { errorMessage } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import {
  useTakeAttachmentMutation,
  type AttachedFile as File,
  type ProjectDocument,
} from '../../evidence/documents-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, margin: 0, padding: 0 },
  notice: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, lineHeight: tokens.lineHeightBase200, color: tokens.colorStatusWarningForeground1 },
  files: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  file: { maxWidth: '100%', overflowWrap: 'anywhere', fontSize: tokens.fontSizeBase200 },
});

interface DocumentNoticesProps {
  document: ProjectDocument;
  canEdit: boolean;
  className?: string;
}

/** What a person should know about the file, and its attached files, each taken as a document by one click. */
export function DocumentNotices({ document, canEdit, className }: DocumentNoticesProps) {
  const styles = useStyles();
  const { notices = [], attachments = [] } = document;
  if (notices.length === 0 && attachments.length === 0) return null;
  return (
    <div className={mergeClasses(styles.root, className)} role="note" aria-label={`Notices about ${document.title}`}>
      {notices.map(({ code, message }) => (
        <p key={code} className={styles.notice}>
          <InfoRegular className={styles.icon} aria-hidden="true" />
          <span>{message}</span>
        </p>
      ))}
      {attachments.length > 0 && (
        <div className={styles.files}>
          {attachments.map((file) => (
            <AttachedFile key={file.index} document={document} file={file} canEdit={canEdit} />
          ))}
        </div>
      )}
    </div>
  );
}

interface AttachedFileProps extends DocumentNoticesProps {
  file: File;
}

function AttachedFile({ document, file, canEdit }: AttachedFileProps) {
  const styles = useStyles();
  const [takeAttachment, { isLoading }] = useTakeAttachmentMutation();
  if (file.document_id)
    return (
      <RouterLink to={`/projects/${document.project_id}/documents/${file.document_id}`} className={styles.file}>
        {file.file_name}
      </RouterLink>
    );
  if (!canEdit) return null;
  const take = async () => {
    try {
      const made = await takeAttachment({ id: document.id, index: file.index }).unwrap();
      notify({ type: 'success', title: `${made.file_name} is a document now` });
    } catch (error) {
      notify({ type: 'error', title: errorMessage(error, 'Failed to create document') });
    }
  };
  return (
    <Button
      size="small"
      className={styles.file}
      icon={<DocumentAddRegular />}
      disabled={isLoading}
      onClick={() => void take()}
    >
      {`Take ${file.file_name} as a document`}
    </Button>
  );
}
