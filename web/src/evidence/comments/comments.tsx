import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { useProject } from '../../lib/project/project-context.js';
import { useMe } from '../../lib/session/me.js';
import { AssigneeField } from './assignee-field.js';
import { CommentBox } from './comment-box.js';
import { CommentEntry } from './comment-entry.js';
import {
  useAddEvidenceCommentMutation,
  useGetEvidenceCommentsQuery,
  useGetProjectPeopleQuery,
  type CommentSubject,
} from './comments-api.js';
import { mentionedIn, namedPeople } from './mentions.js';
import { useUnsaved } from '../../lib/edits/unsaved.js';

const SHOWN = 5;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  line: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
});

interface CommentsProps {
  subject: CommentSubject;
  className?: string;
}

/** Assignee and comments of an annotation or feature. Requires ProjectScope. Give it a `key` of the subject. */
export function Comments({ subject, className }: CommentsProps) {
  const styles = useStyles();
  const { project, canEdit, canManage } = useProject();
  const me = useMe();
  const { currentData: comments, error, refetch } = useGetEvidenceCommentsQuery(subject);
  const { data: members } = useGetProjectPeopleQuery(project.id);
  const people = useMemo(() => namedPeople(members ?? []), [members]);
  const others = useMemo(() => people.filter(({ id }) => id !== me?.id), [people, me?.id]);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? comments : comments?.slice(-SHOWN);
  const count = comments?.filter(({ deleted_at: deletedAt }) => deletedAt === null).length ?? 0;
  const hidden = (comments?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section className={mergeClasses(styles.root, styles.line, className)} aria-label="Comments" data-testid="comments">
      <AssigneeField projectId={project.id} subject={subject} people={people} canEdit={canEdit} />
      {(canEdit || count > 0) && <h2 className={styles.title}>{count > 0 ? `Comments (${count})` : 'Comments'}</h2>}
      {error && !comments && <LoadErrorMessage what="The comments" error={error} onRetry={() => void refetch()} />}
      {hidden > 0 && (
        <Link as="button" onClick={() => setShowsAll(true)}>
          {`Show ${hidden} earlier`}
        </Link>
      )}
      {shown && shown.length > 0 && (
        <ol className={styles.list}>
          {shown.map((comment) => {
            const isOwn = comment.author_id === me?.author_id;
            return (
              <CommentEntry
                key={comment.id}
                comment={comment}
                people={people}
                mayEdit={isOwn && canEdit}
                mayDelete={(isOwn && canEdit) || canManage}
              />
            );
          })}
        </ol>
      )}
      {canEdit && <AddComment subject={subject} people={others} />}
    </section>
  );
}

function AddComment({ subject, people }: { subject: CommentSubject; people: ReturnType<typeof namedPeople> }) {
  // the id makes a retry idempotent
  const [draft, setDraft] = useState({ id: uuidV7(), content: '' });
  const [problem, setProblem] = useState<string>();
  const [add, { isLoading }] = useAddEvidenceCommentMutation();
  useUnsaved(draft.content.trim() !== '');
  const submit = async (): Promise<void> => {
    const content = draft.content.trim();
    if (content === '' || isLoading) return;
    const { error } = await add({ id: draft.id, subject, content, mentioned_ids: mentionedIn(content, people) });
    if (error) setProblem(changeRefusal(error));
    else setDraft({ id: uuidV7(), content: '' });
  };
  return (
    <CommentBox
      label="New comment"
      value={draft.content}
      people={people}
      problem={problem}
      isBusy={isLoading}
      submitLabel="Comment"
      onChange={(content) => {
        setDraft({ id: problem ? uuidV7() : draft.id, content });
        setProblem(undefined);
      }}
      onSubmit={() => void submit()}
    />
  );
}
