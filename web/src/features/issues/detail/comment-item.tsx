import { Avatar, Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type KeyboardEvent, type RefCallback } from 'react';
import { changeRefusal } from '../../../lib/http/errors.js';
import { medium } from '../../../lib/ui/formats.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { useUpdateCommentMutation } from '../conversation-api.js';
import type { Comment } from '../issue-records.js';
import { commentRefusal } from '../parts/graphemes.js';
import { useDraftText } from '../parts/draft-text.js';
import { Markdown } from '../parts/markdown.js';
import { isKey } from '../../../lib/ui/keys.js';

const useStyles = makeStyles({
  comment: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '12px',
    paddingBottom: '20px',
    ':last-child': { paddingBottom: 0 },
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px', minHeight: '32px' },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  edit: { marginLeft: 'auto' },
  editor: { display: 'flex', flexDirection: 'column', gap: '8px', marginTop: '4px' },
  buttons: { display: 'flex', gap: '8px' },
});

interface CommentItemProps {
  comment: Comment;
  index: number;
  count: number;
  measure: RefCallback<Element> | undefined;
  mayEdit: boolean;
}

/** Authors may edit theirs (ISSUE-36, ISSUE-41). */
export function CommentItem({ comment, index, count, measure, mayEdit }: CommentItemProps) {
  const styles = useStyles();
  const [draft, keep] = useDraftText<string>(`comment.${comment.id}`);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [update] = useUpdateCommentMutation();
  const pencil = useRef<HTMLButtonElement>(null);
  const isEditing = mayEdit && draft !== undefined && !isSaving;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const author = comment.commenter_name.trim() || 'Unknown';

  const close = (): void => {
    keep(undefined);
    setProblem(undefined);
  };
  const save = async (): Promise<void> => {
    if (draft === undefined || draft.trim() === '') return;
    const content = draft.trim();
    // nothing changed (ISSUE-42)
    if (content === comment.content) {
      close();
      return;
    }
    const refusal = commentRefusal(content);
    setProblem(refusal);
    if (refusal !== undefined) return;
    // shown optimistically; a refusal reopens the editor with the text
    setSaving(true);
    const { error } = await update({ id: comment.id, issueId: comment.issue_id, content });
    setSaving(false);
    if (error) {
      setProblem(changeRefusal(error));
      return;
    }
    close();
    const { id, issue_id: issueId, content: before } = comment;
    offerUndo(
      { title: 'Comment changed', id },
      { what: 'change to a comment', undo: () => update({ id, issueId, content: before }).unwrap() },
    );
  };
  return (
    <li ref={measure} data-index={index} aria-setsize={count} aria-posinset={index + 1} className={styles.comment}>
      <Avatar size={32} name={author} color="brand" aria-hidden="true" />
      <div>
        <div className={styles.head}>
          <span className={styles.name}>{author}</span>
          <time className={styles.quiet} dateTime={comment.created_at}>
            {medium(comment.created_at)}
          </time>
          {comment.edited ? (
            <span className={styles.quiet} title={medium(comment.updated_at)}>
              (edited)
            </span>
          ) : null}
          {mayEdit && !isEditing ? (
            <Button
              ref={pencil}
              className={styles.edit}
              size="small"
              appearance="subtle"
              icon={<EditRegular />}
              aria-label="Edit comment"
              disabledFocusable={isSaving}
              onClick={() => keep(comment.content, false)}
            />
          ) : null}
        </div>
        {isEditing ? (
          <CommentEditor
            value={draft}
            problem={problem}
            onChange={(value) => {
              setProblem(undefined);
              keep(value);
            }}
            onSave={() => void save()}
            onCancel={close}
          />
        ) : (
          <Markdown>{comment.content}</Markdown>
        )}
      </div>
    </li>
  );
}

interface CommentEditorProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  onSave: () => void;
  onCancel: () => void;
}

function CommentEditor({ value, problem, onChange, onSave, onCancel }: CommentEditorProps) {
  const styles = useStyles();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isKey(event, 'Escape')) {
      event.preventDefault();
      onCancel();
    }
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
    }
  };
  return (
    <div className={styles.editor}>
      <Field validationMessage={problem}>
        <Textarea
          ref={box}
          aria-label="Edit comment"
          textarea={{ rows: 4 }}
          resize="vertical"
          value={value}
          onChange={(_, data) => onChange(data.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className={styles.buttons}>
        <Button size="small" appearance="primary" disabled={value.trim() === ''} onClick={onSave}>
          Save
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
