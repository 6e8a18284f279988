import { Button, Field, makeStyles, mergeClasses, Skeleton, SkeletonItem, Textarea } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/errors.js';
import { useMe } from '../../../lib/me.js';
import { uuidV7 } from '../../../lib/uuid.js';
import { useAddCommentMutation, useListCommentsQuery } from '../conversation-api.js';
import { commentRefusal } from '../parts/graphemes.js';
import { useKept } from '../parts/kept-text.js';
import { CommentItem } from './comment-item.js';
import { usePanelStyles } from './detail-styles.js';

const useStyles = makeStyles({
  none: { display: 'flex', flexDirection: 'column', gap: '2px', padding: '8px 0' },
  list: { gap: '20px' },
  form: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', marginTop: '20px' },
  field: { width: '100%' },
});

/** What people say about an issue, oldest first (ISSUE-18, ISSUE-36 to ISSUE-42). */
export function CommentsPanel({ issueId }: { issueId: string }) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const me = useMe();
  const { currentData: comments, error, isFetching, refetch } = useListCommentsQuery(issueId);
  return (
    <Sheet title={comments && comments.length > 0 ? `Comments (${comments.length})` : 'Comments'}>
      {comments ? (
        comments.length === 0 ? (
          <div className={styles.none}>
            <p>No comments yet</p>
            <p className={panel.quiet}>Be the first to add a comment!</p>
          </div>
        ) : (
          <ol className={mergeClasses(panel.list, styles.list)} aria-label="Comments">
            {comments.map((comment) => (
              // administrators, too, edit their own only (AUTH-40)
              <CommentItem key={comment.id} comment={comment} mayEdit={comment.commenter_id === me?.id} />
            ))}
          </ol>
        )
      ) : error && !isFetching ? (
        <ErrorState
          title={`Failed to load comments: ${error.message}`}
          retryLabel="Try again"
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton aria-label="Loading comments">
          <SkeletonItem size={16} />
        </Skeleton>
      )}
      <AddComment issueId={issueId} />
    </Sheet>
  );
}

/** A comment that is being written; its id is minted with it, so that a second try makes no second comment. */
interface NewComment {
  id: string;
  content: string;
}

function AddComment({ issueId }: { issueId: string }) {
  const styles = useStyles();
  const [kept, keep] = useKept<NewComment>(`${issueId}.comment`);
  const [problem, setProblem] = useState<string>();
  const [add, { isLoading }] = useAddCommentMutation();
  const box = useRef<HTMLTextAreaElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const content = kept?.content ?? '';
    const refusal = commentRefusal(content);
    setProblem(refusal);
    if (!kept || refusal !== undefined) {
      box.current?.focus();
      return;
    }
    const { error } = await add({ id: kept.id, issueId, content: content.trim() });
    if (error) setProblem(changeRefusal(error));
    else keep(undefined);
    box.current?.focus();
  };
  return (
    <form className={styles.form} aria-label="Add a comment" onSubmit={(event) => void submit(event)}>
      <Field className={styles.field} label="New comment" validationMessage={problem}>
        <Textarea
          ref={box}
          textarea={{ rows: 3 }}
          resize="vertical"
          placeholder="Write a comment..."
          value={kept?.content ?? ''}
          readOnly={isLoading}
          onChange={(_, { value }) => {
            setProblem(undefined);
            // another text is another comment
            keep(value === '' ? undefined : { id: kept && !problem ? kept.id : uuidV7(), content: value });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
          }}
        />
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={isLoading}>
        {isLoading ? 'Adding Comment...' : 'Add Comment'}
      </Button>
    </form>
  );
}
