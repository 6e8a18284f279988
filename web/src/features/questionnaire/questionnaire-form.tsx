import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import type { OpenedQuestionnaire } from '@symbio/client/app';
import { USER_REPLY_LABELS } from '@symbio/proto/labels';
import { MAX_USER_ANSWER_TEXT, MAX_USER_NAME } from '@symbio/proto/limits';
import { USER_REPLIES, type UserReply } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { apiErrorOf, errorMessage, type ApiError } from '../../lib/http/errors.js';
import { request } from '../../lib/http/request.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { dateOnly, medium } from '../../lib/ui/formats.js';
import { forgetDraft, keepDraft, storedDraft, type Draft } from './questionnaire-draft.js';
import { operation } from '../../lib/http/operation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '24px', overflowWrap: 'anywhere' },
  strong: { fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  question: {
    border: 'none',
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
  },
  legend: { padding: 0, fontWeight: tokens.fontWeightSemibold },
});

const FAILED = 'The answers were not sent. They are kept in this browser; please try again.';

interface QuestionnaireFormProps {
  token: string;
  questionnaire: OpenedQuestionnaire;
  onAnswered: (at: string | null) => void;
}

type Question = OpenedQuestionnaire['questions'][number];

function draftOf({ name, answers }: OpenedQuestionnaire): Draft {
  return {
    name,
    answers: Object.fromEntries(answers.map(({ question, answer, text }) => [question, { answer, text }])),
  };
}

/** Questions to the user of the report. A draft stays in this browser until it is sent. */
export function QuestionnaireForm({ token, questionnaire, onAnswered }: QuestionnaireFormProps) {
  const styles = useStyles();
  const [draft, setDraft] = useState<Draft>(() => storedDraft(token) ?? draftOf(questionnaire));
  const [error, setError] = useState<ApiError>();
  const [isSending, setSending] = useState(false);
  // of one set of answers: a repeated request adds nothing
  const [id, setId] = useState(uuidV7);
  const { questions } = questionnaire;
  const missing = questions.filter((question) => isMissing(question, draft));

  const set = (next: Draft) => {
    setDraft(next);
    setId(uuidV7());
    keepDraft(token, next);
  };
  const answer = (question: Question['id'], change: { answer?: UserReply; text?: string }) => {
    const before = draft.answers[question] ?? { answer: null, text: '' };
    set({ ...draft, answers: { ...draft.answers, [question]: { ...before, ...change } } });
  };

  const send = async () => {
    setSending(true);
    setError(undefined);
    const answers = questions.flatMap(({ id: question }) => {
      const { answer: reply = null, text = '' } = draft.answers[question] ?? {};
      return reply ? [{ question, answer: reply, text }] : [];
    });
    try {
      const { data } = await request<{ data: { answered_at: string | null } }>({
        ...operation('POST', '/api/questionnaires/submit', { body: { token, id, name: draft.name, answers } }),
        isOpen: true,
      });
      forgetDraft(token);
      onAnswered(data.answered_at);
    } catch (thrown) {
      setError(apiErrorOf(thrown));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className={styles.root}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>
        <span className={styles.strong}>{questionnaire.project_title}</span>
        <br />
        {questionnaire.address}
      </p>
      {questionnaire.answered_at === null ? null : (
        <MessageBar layout="multiline">
          <MessageBarBody>
            {`You answered on ${medium(questionnaire.answered_at)}. If you send new answers, the earlier ones are kept beside them.`}
          </MessageBarBody>
        </MessageBar>
      )}
      {questions.map((question) => {
        const given = draft.answers[question.id];
        const needsText = given?.answer != null && question.explains.includes(given.answer);
        return (
          <fieldset key={question.id} className={styles.question}>
            <legend className={styles.legend}>{question.text}</legend>
            <RadioGroup
              layout="horizontal"
              aria-label={question.text}
              value={given?.answer ?? ''}
              onChange={(_, { value }) => answer(question.id, { answer: value as UserReply })}
            >
              {USER_REPLIES.map((reply) => (
                <Radio key={reply} value={reply} label={USER_REPLY_LABELS[reply]} />
              ))}
            </RadioGroup>
            <Field label={needsText ? question.hint : 'Remark (optional)'} required={needsText}>
              <Textarea
                rows={3}
                maxLength={MAX_USER_ANSWER_TEXT}
                value={given?.text ?? ''}
                onChange={(_, { value }) => answer(question.id, { text: value })}
              />
            </Field>
            <span className={styles.note}>{question.rule}</span>
          </fieldset>
        );
      })}
      <Field label="Your name" required>
        <Input
          autoComplete="name"
          maxLength={MAX_USER_NAME}
          value={draft.name}
          onChange={(_, { value }) => set({ ...draft, name: value })}
        />
      </Field>
      {error ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{errorMessage(error, FAILED)}</MessageBarBody>
        </MessageBar>
      ) : null}
      <Button
        appearance="primary"
        type="submit"
        disabled={missing.length > 0 || draft.name.trim() === ''}
        disabledFocusable={isSending}
      >
        {isSending ? 'Sending...' : 'Send answers'}
      </Button>
      <p className={styles.note}>
        {missing.length > 0
          ? `${missing.length === 1 ? '1 question is' : `${missing.length} questions are`} open. `
          : ''}
        {`What you type stays in this browser until you send it. This link works until ${dateOnly(questionnaire.last_day)}.`}
      </p>
    </form>
  );
}

function isMissing({ id, explains }: Question, { answers }: Draft): boolean {
  const given = answers[id];
  if (!given?.answer) return true;
  return explains.includes(given.answer) && given.text.trim() === '';
}
