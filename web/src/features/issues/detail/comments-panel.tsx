import { Button, Field, makeStyles, mergeClasses, Skeleton, SkeletonItem, Textarea } from '@fluentui/react-components';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { ItemGap, usePageList } from '../../../components/long-list.js';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useMe } from '../../../lib/session/me.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { useAddCommentMutation, useListCommentsQuery } from '../conversation-api.js';
import { commentRefusal } from '../parts/graphemes.js';
import { useDraftText } from '../parts/draft-text.js';
import { CommentItem } from './comment-item.js';
import { usePanelStyles } from './detail-styles.js';
import { isKey } from '../../../lib/ui/keys.js';

const COMMENT_HEIGHT = 84;
/** Comments for which space is reserved while loading: about a window. */
const ROOM = 8;

const useStyles = makeStyles({
  none: { display: 'flex', flexDirection: 'column', gap: '2px', padding: '8px 0' },
  // spacing belongs to the items, because virtualized lists measure items
  list: { gap: 0 },
  waiting: { height: `${COMMENT_HEIGHT}px`, paddingTop: '8px' },
  form: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', marginTop: '20px' },
  field: { width: '100%' },
});

interface CommentsPanelProps {
  issueId: string;
  count: number;
}

/** Oldest first (ISSUE-18, ISSUE-36 to ISSUE-42). */
export function CommentsPanel({ issueId, count }: CommentsPanelProps) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const me = useMe();
  const { currentData: comments, error, isFetching, refetch } = useListCommentsQuery(issueId);
  const keys = useMemo(() => (comments ?? []).map(({ id }) => id), [comments]);
  const listRef = useRef<HTMLOListElement>(null);
  const list = usePageList(listRef, { keys, rowHeight: COMMENT_HEIGHT });
  return (
    <Sheet title={comments && comments.length > 0 ? `Comments (${comments.length})` : 'Comments'}>
      {comments ? (
        comments.length === 0 ? (
          <div className={styles.none}>
            <p>No comments yet</p>
            <p className={panel.quiet}>Be the first to add a comment!</p>
          </div>
        ) : (
          <ol ref={listRef} className={mergeClasses(panel.list, styles.list)} aria-label="Comments">
            {list.parts.map((part) => {
              if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
              const comment = comments[part.index];
              return comment ? (
                <CommentItem
                  key={comment.id}
                  comment={comment}
                  index={part.index}
                  count={comments.length}
                  measure={list.measure}
                  // administrators edit only their own comments, too (AUTH-40)
                  mayEdit={comment.commenter_id === me?.id}
                />
              ) : null;
            })}
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
          {Array.from({ length: Math.min(Math.max(count, 1), ROOM) }, (_, index) => (
            <div key={index} className={styles.waiting}>
              <SkeletonItem size={16} />
            </div>
          ))}
        </Skeleton>
      )}
      {/* below the comments, so shown after they load */}
      {comments || (error && !isFetching) ? <AddComment issueId={issueId} /> : null}
    </Sheet>
  );
}

/** Its id makes retries idempotent. */
interface NewComment {
  id: string;
  content: string;
}

function AddComment({ issueId }: { issueId: string }) {
  const styles = useStyles();
  const [kept, keep] = useDraftText<NewComment>(`${issueId}.comment`);
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
            // changed text gets a new id
            keep(value === '' ? undefined : { id: kept && !problem ? kept.id : uuidV7(), content: value });
          }}
          onKeyDown={(event) => {
            if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) void submit(event);
          }}
        />
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={isLoading}>
        {isLoading ? 'Adding Comment...' : 'Add Comment'}
      </Button>
    </form>
  );
}
