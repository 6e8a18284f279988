import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { INTERVIEW_METHOD_LABELS, INTERVIEW_ROLE_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { Sheet } from '../../components/sheet.js';
import type { OfferedGap } from '../../evidence/offered-gap.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { InterviewDialog } from './interview-dialog.js';
import {
  useCreateInterviewMutation,
  useDeleteInterviewMutation,
  useListInterviewsQuery,
  type Interview,
} from './interviews-api.js';

const useStyles = makeStyles({
  sheet: { marginTop: '20px' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  interview: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  text: { whiteSpace: 'pre-wrap', margin: '4px 0' },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', alignItems: 'start', flexShrink: 0 },
});

const titleOf = ({ role, person }: Interview): string => `${INTERVIEW_ROLE_LABELS[role]}: ${person}`;

const methodText = ({ date, method }: Interview): string =>
  `${dateOnly(date)}, ${INTERVIEW_METHOD_LABELS[method].toLowerCase()}`;

const gapOf = (interview: Interview): OfferedGap => ({
  kind: 'interview',
  tried: [`${titleOf(interview)}, ${methodText(interview)}: no answer.`, interview.text].join(' ').trim(),
});

interface InterviewsProps {
  projectId: string;
  canEdit: boolean;
  /** Offers an attempt without an answer as a gap. */
  onGap: (gap: OfferedGap) => void;
}

/** Interviews of a project, and attempts. */
export function Interviews({ projectId, canEdit, onGap }: InterviewsProps) {
  const styles = useStyles();
  const { data, error, refetch } = useListInterviewsQuery(projectId);
  const [edited, setEdited] = useState<Interview | 'new'>();
  return (
    <Sheet
      className={styles.sheet}
      title="Interviews"
      note="The earliest answered one dates the interviews of the assessment."
      actions={
        canEdit ? (
          <Button icon={<AddRegular />} onClick={() => setEdited('new')}>
            New interview
          </Button>
        ) : null
      }
    >
      {error && !data ? (
        <LoadErrorMessage what="The interviews" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingView label="Loading interviews..." />
      ) : data.length === 0 ? (
        <Text>No interview is recorded.</Text>
      ) : (
        <ul className={styles.list} aria-label="Interviews">
          {data.map((interview) => (
            <InterviewRow key={interview.id} {...{ interview, canEdit, onGap }} onEdit={setEdited} />
          ))}
        </ul>
      )}
      {edited ? (
        <InterviewDialog
          projectId={projectId}
          interview={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Sheet>
  );
}

interface InterviewRowProps {
  interview: Interview;
  canEdit: boolean;
  onEdit: (interview: Interview) => void;
  onGap: (gap: OfferedGap) => void;
}

function InterviewRow({ interview, canEdit, onEdit, onGap }: InterviewRowProps) {
  const styles = useStyles();
  const [remove] = useDeleteInterviewMutation();
  const [create] = useCreateInterviewMutation();
  const title = titleOf(interview);
  const removeIt = async () => {
    const { error } = await remove(interview.id);
    if (error) {
      notify({ type: 'error', title: 'The interview was not deleted', description: changeRefusal(error) });
      return;
    }
    const { project_id: projectId, role, person, date, method, answered, text } = interview;
    const values = { role, person, date, method, answered, text };
    const id = uuidV7();
    offerUndo(
      { title: 'Interview deleted', description: title },
      { what: 'deletion of an interview', undo: () => create({ projectId, id, values }).unwrap() },
    );
  };
  return (
    <li className={styles.interview}>
      <div className={styles.words}>
        <div className={styles.head}>
          <Text weight="semibold">{title}</Text>
          {!interview.answered && (
            <Badge appearance="outline" color="warning">
              No answer
            </Badge>
          )}
        </div>
        {interview.text !== '' && <p className={styles.text}>{interview.text}</p>}
        <div className={styles.muted}>{`${methodText(interview)}, recorded by ${interview.by_name}`}</div>
      </div>
      {canEdit && (
        <div className={styles.actions}>
          {!interview.answered && (
            <Button size="small" aria-label={`Make it a gap: ${title}`} onClick={() => onGap(gapOf(interview))}>
              Make it a gap
            </Button>
          )}
          <Button
            appearance="subtle"
            icon={<EditRegular />}
            aria-label={`Edit: ${title}`}
            onClick={() => onEdit(interview)}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Delete: ${title}`}
            onClick={() => void removeIt()}
          />
        </div>
      )}
    </li>
  );
}
