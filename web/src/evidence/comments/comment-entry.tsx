import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { medium } from '../../lib/ui/formats.js';
import { CommentBox } from './comment-box.js';
import {
  useChangeEvidenceCommentMutation,
  useDeleteEvidenceCommentMutation,
  type EvidenceComment,
} from './comments-api.js';
import { mentionedIn, partsOf, type NamedPerson } from './mentions.js';
import { useUnsaved } from '../../lib/edits/unsaved.js';

const useStyles = makeStyles({
  root: { padding: '6px 0', overflowWrap: 'anywhere' },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXS },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  tools: { display: 'flex', marginLeft: 'auto' },
  text: { whiteSpace: 'pre-wrap' },
  mention: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  previous: {
    margin: '4px 0 0',
    paddingLeft: '8px',
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
  },
});

interface CommentEntryProps {
  comment: EvidenceComment;
  people: readonly NamedPerson[];
  mayEdit: boolean;
  mayDelete: boolean;
}

export function CommentEntry({ comment, people, mayEdit, mayDelete }: CommentEntryProps) {
  const styles = useStyles();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const [showsPrevious, setShowsPrevious] = useState(false);
  const [change, { isLoading }] = useChangeEvidenceCommentMutation();
  const [remove, removal] = useDeleteEvidenceCommentMutation();
  const author = comment.author_name.trim() || 'Unknown';
  const { previous, deleted_at: deletedAt } = comment;
  useUnsaved(deletedAt === null && draft !== null && draft !== comment.content);

  const erase = async (): Promise<void> => {
    const { error } = await remove(comment.id);
    if (!error) setDeleting(false);
  };

  if (deletedAt !== null)
    return (
      <li className={styles.root}>
        <span className={styles.quiet}>
          {comment.deleted_by_name === comment.author_name
            ? `${author} deleted a comment, ${medium(deletedAt)}`
            : `${comment.deleted_by_name ?? 'Unknown'} deleted a comment by ${author}, ${medium(deletedAt)}`}
        </span>
      </li>
    );

  const close = (): void => {
    setDraft(null);
    setProblem(undefined);
  };
  const save = async (): Promise<void> => {
    const content = draft?.trim() ?? '';
    if (content === '' || isLoading) return;
    if (content === comment.content) {
      close();
      return;
    }
    const { id, updated_at } = comment;
    const { error } = await change({ id, content, mentioned_ids: mentionedIn(content, people), updated_at });
    if (error) setProblem(changeRefusal(error));
    else close();
  };
  return (
    <li className={styles.root}>
      <div className={styles.head}>
        <span className={styles.name}>{author}</span>
        {comment.author_type === 'ai_agent' && <span className={styles.quiet}>AI agent</span>}
        {comment.via === 'key' && <span className={styles.quiet}>by API key</span>}
        <time className={styles.quiet} dateTime={comment.created_at}>
          {medium(comment.created_at)}
        </time>
        {previous.length > 0 && (
          <Link
            as="button"
            className={styles.quiet}
            aria-expanded={showsPrevious}
            onClick={() => setShowsPrevious(!showsPrevious)}
          >
            edited
          </Link>
        )}
        {draft === null && (
          <span className={styles.tools}>
            {mayEdit && (
              <Button
                size="small"
                appearance="subtle"
                icon={<EditRegular />}
                aria-label="Edit comment"
                onClick={() => setDraft(comment.content)}
              />
            )}
            {mayDelete && (
              <Button
                size="small"
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label="Delete comment"
                onClick={() => setDeleting(true)}
              />
            )}
          </span>
        )}
      </div>
      {draft === null ? (
        <div className={styles.text}>
          {partsOf(
            comment.content,
            comment.mentioned.map(({ name }) => name),
          ).map(({ text, isMention }, at) =>
            isMention ? (
              <span key={at} className={styles.mention}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </div>
      ) : (
        <CommentBox
          label="Edit comment"
          value={draft}
          people={people}
          problem={problem}
          isBusy={isLoading}
          submitLabel="Save"
          focused
          onChange={setDraft}
          onSubmit={() => void save()}
          onCancel={close}
        />
      )}
      {showsPrevious &&
        previous.map(({ content, until }) => (
          <div key={until} className={styles.previous}>
            {`Until ${medium(until)}:\n${content}`}
          </div>
        ))}
      {isDeleting && (
        <ConfirmDialog
          open
          destroys
          title="Delete this comment?"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={removal.isLoading}
          error={removal.error && changeRefusal(removal.error)}
          onConfirm={() => void erase()}
          onCancel={() => setDeleting(false)}
        >
          Its text is no longer shown. That there was a comment stays visible.
        </ConfirmDialog>
      )}
    </li>
  );
}
