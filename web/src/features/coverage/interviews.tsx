import { Button, makeStyles, Text } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { INTERVIEW_METHOD_LABELS, INTERVIEW_ROLE_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { Sheet } from '../../components/sheet.js';
import type { OfferedGap } from '../../evidence/offered-gap.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { InterviewDialog } from './interview-dialog.js';
import {
  useCreateInterviewMutation,
  useDeleteInterviewMutation,
  useListInterviewsQuery,
  type Interview,
} from './interviews-api.js';
import { deleteRecord, RecordFacts, RecordItem, RecordList } from './record-item.js';

const useStyles = makeStyles({
  sheet: { marginTop: '20px' },
  text: { whiteSpace: 'pre-wrap', margin: '4px 0' },
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
        <RecordList label="Interviews">
          {data.map((interview) => (
            <InterviewRow key={interview.id} {...{ interview, canEdit, onGap }} onEdit={setEdited} />
          ))}
        </RecordList>
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
  const removeIt = () => {
    const { project_id: projectId, role, person, date, method, answered, text } = interview;
    const values = { role, person, date, method, answered, text };
    const id = uuidV7();
    return deleteRecord({
      ...{ name: 'interview', article: 'an', title },
      remove: () => remove(interview.id),
      restore: () => create({ projectId, id, values }).unwrap(),
    });
  };
  return (
    <RecordItem
      {...{ title, canEdit }}
      badge={interview.answered ? undefined : { text: 'No answer', color: 'warning' }}
      actions={
        !interview.answered && (
          <Button size="small" aria-label={`Make it a gap: ${title}`} onClick={() => onGap(gapOf(interview))}>
            Make it a gap
          </Button>
        )
      }
      onEdit={() => onEdit(interview)}
      onDelete={() => void removeIt()}
    >
      {interview.text !== '' && <p className={styles.text}>{interview.text}</p>}
      <RecordFacts>{`${methodText(interview)}, recorded by ${interview.by_name}`}</RecordFacts>
    </RecordItem>
  );
}
