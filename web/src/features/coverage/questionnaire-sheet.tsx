import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ClipboardTextEditRegular, MailRegular } from '@fluentui/react-icons';
import { USER_ANSWER_METHOD_LABELS, USER_REPLY_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { Sheet } from '../../components/sheet.js';
import type { OfferedGap } from '../../evidence/offered-gap.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { RecordAnswersDialog, SendQuestionnaireDialog } from './questionnaire-dialogs.js';
import {
  useEndQuestionnaireLinkMutation,
  useGetQuestionnaireQuery,
  type AnswerSet,
  type Questionnaire,
  type QuestionnaireLink,
} from './questionnaire-api.js';

const useStyles = makeStyles({
  sheet: { marginTop: '20px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: tokens.spacingHorizontalS },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  answers: { margin: '8px 0 0' },
  answer: { margin: '0 0 8px', whiteSpace: 'pre-wrap' },
});

interface QuestionnaireSheetProps {
  projectId: string;
  canEdit: boolean;
  /** Offers an unanswered link as a gap. */
  onGap: (gap: OfferedGap) => void;
}

type Asked = { what: 'send'; to?: QuestionnaireLink } | { what: 'record' };

/** Questions to the user of the report, links to them, and answers. */
export function QuestionnaireSheet({ projectId, canEdit, onGap }: QuestionnaireSheetProps) {
  const styles = useStyles();
  const { data, error, refetch } = useGetQuestionnaireQuery(projectId);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Sheet
      className={styles.sheet}
      title="Questionnaire of the user"
      note="What the user of the report knows (40 CFR 312.22). The earliest answers count as an interview."
      actions={
        canEdit && data ? (
          <div className={styles.actions}>
            <Button icon={<MailRegular />} onClick={() => setAsked({ what: 'send' })}>
              Send link
            </Button>
            <Button icon={<ClipboardTextEditRegular />} onClick={() => setAsked({ what: 'record' })}>
              Record answers
            </Button>
          </div>
        ) : null
      }
    >
      {error && !data ? (
        <LoadErrorMessage what="The questionnaire" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingView label="Loading the questionnaire..." />
      ) : (
        <>
          {data.links.length > 0 && (
            <ul className={styles.list} aria-label="Questionnaire links">
              {data.links.map((link) => (
                <LinkItem
                  key={link.id}
                  {...{ link, canEdit, onGap }}
                  answers={data.answers}
                  onSendAgain={() => setAsked({ what: 'send', to: link })}
                />
              ))}
            </ul>
          )}
          {data.answers.length === 0 ? (
            <Text>The user has not answered.</Text>
          ) : (
            <ul className={styles.list} aria-label="Answers of the user">
              {data.answers.toReversed().map((set) => (
                <AnswersItem key={set.id} set={set} questions={data.questions} />
              ))}
            </ul>
          )}
        </>
      )}
      {data && asked?.what === 'send' ? (
        <SendQuestionnaireDialog projectId={projectId} to={asked.to} onClose={close} />
      ) : null}
      {data && asked?.what === 'record' ? (
        <RecordAnswersDialog projectId={projectId} questions={data.questions} onClose={close} />
      ) : null}
    </Sheet>
  );
}

const today = (): string => new Date().toISOString().slice(0, 10);

function stateOf(
  { id, ended_at: ended, last_day: lastDay, opened_at: opened }: QuestionnaireLink,
  answers: readonly AnswerSet[],
) {
  if (answers.some(({ link_id: linkId }) => linkId === id)) return { text: 'Answered', color: 'success' } as const;
  if (ended !== null) return { text: 'Ended', color: 'informative' } as const;
  if (lastDay < today()) return { text: 'Expired', color: 'warning' } as const;
  return opened === null
    ? ({ text: 'Sent', color: 'informative' } as const)
    : ({ text: 'Opened', color: 'informative' } as const);
}

const gapOf = ({ name, created_at: sent, last_day: lastDay }: QuestionnaireLink): OfferedGap => ({
  kind: 'questionnaire',
  tried: `Questionnaire sent to ${name}${sent === null ? '' : ` on ${dateOnly(sent.slice(0, 10))}`}, open until ${dateOnly(lastDay)}: no answer.`,
});

interface LinkItemProps {
  link: QuestionnaireLink;
  answers: readonly AnswerSet[];
  canEdit: boolean;
  onGap: (gap: OfferedGap) => void;
  onSendAgain: () => void;
}

function LinkItem({ link, answers, canEdit, onGap, onSendAgain }: LinkItemProps) {
  const styles = useStyles();
  const [end] = useEndQuestionnaireLinkMutation();
  const state = stateOf(link, answers);
  const isOpen = link.ended_at === null && link.last_day >= today();
  const endIt = async () => {
    const { error } = await end(link.id);
    if (error) notify({ type: 'error', title: 'The link was not ended', description: changeRefusal(error) });
  };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Text weight="semibold">{link.name}</Text>{' '}
        <Badge appearance="outline" color={state.color}>
          {state.text}
        </Badge>
        <div className={styles.muted}>{`${link.email}, until ${dateOnly(link.last_day)}, sent by ${link.by_name}`}</div>
      </div>
      {canEdit ? (
        <div className={styles.actions}>
          {state.text === 'Answered' ? null : (
            <>
              <Button size="small" aria-label={`Send again: ${link.name}`} onClick={onSendAgain}>
                Send again
              </Button>
              <Button size="small" aria-label={`Make it a gap: ${link.name}`} onClick={() => onGap(gapOf(link))}>
                Make it a gap
              </Button>
            </>
          )}
          {isOpen ? (
            <Button size="small" aria-label={`End link: ${link.name}`} onClick={() => void endIt()}>
              End link
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

function AnswersItem({ set, questions }: { set: AnswerSet; questions: Questionnaire['questions'] }) {
  const styles = useStyles();
  const how = `${dateOnly(set.date)}, ${USER_ANSWER_METHOD_LABELS[set.method].toLowerCase()}`;
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Text weight="semibold">{set.name}</Text>
        <div className={styles.muted}>{set.by_name === null ? how : `${how}, recorded by ${set.by_name}`}</div>
        <dl className={styles.answers}>
          {set.answers.map(({ question, answer, text }) => (
            <div key={question}>
              <dt>{questions.find(({ id }) => id === question)?.text ?? question}</dt>
              <dd className={styles.answer}>
                {text === '' ? USER_REPLY_LABELS[answer] : `${USER_REPLY_LABELS[answer]}: ${text}`}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
