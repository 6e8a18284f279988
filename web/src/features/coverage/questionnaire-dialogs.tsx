import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { USER_ANSWER_METHOD_LABELS, USER_REPLY_LABELS } from '@symbio/proto/labels';
import { MAX_QUESTIONNAIRE_DAYS, MAX_USER_ANSWER_TEXT, MAX_USER_NAME } from '@symbio/proto/limits';
import {
  USER_ANSWER_METHODS,
  USER_REPLIES,
  type UserAnswerMethod,
  type UserQuestion,
  type UserReply,
} from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { useCreationId } from '../../lib/http/creation-id.js';
import {
  useRecordUserAnswersMutation,
  useSendQuestionnaireMutation,
  type LinkValues,
  type Questionnaire,
} from './questionnaire-api.js';
import { FieldRow, RecordDialog } from '../../components/record-dialog.js';

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface DialogProps {
  projectId: string;
  onClose: () => void;
}

interface SendQuestionnaireDialogProps extends DialogProps {
  /** Who got a link before. */
  to?: Pick<LinkValues, 'name' | 'email'> | undefined;
}

/** Mails a link to the questionnaire. */
export function SendQuestionnaireDialog({ projectId, to, onClose }: SendQuestionnaireDialogProps) {
  const [before] = useState<LinkValues>(() => ({
    ...{ name: to?.name ?? '', email: to?.email ?? '', lastDay: dayIn(14) },
  }));
  const [values, setValues] = useState(before);
  const creationId = useCreationId();
  const [send, { isLoading, error }] = useSendQuestionnaireMutation();
  const set = (change: Partial<LinkValues>) => setValues((old) => ({ ...old, ...change }));
  const save = async () => {
    const { error: refused } = await send({ projectId, id: creationId(values), ...values });
    if (!refused) onClose();
  };
  return (
    <RecordDialog
      {...{ title: 'Send questionnaire', confirmLabel: 'Send', busyLabel: 'Sending...', isLoading, error, onClose }}
      isDirty={values !== before}
      isMissing={values.name.trim() === '' || values.email.trim() === '' || values.lastDay === ''}
      onSave={() => void save()}
    >
      <Field label="User of the report" required>
        <Input maxLength={MAX_USER_NAME} value={values.name} onChange={(_, { value }) => set({ name: value })} />
      </Field>
      <FieldRow>
        <Field label="Email" required>
          <Input type="email" value={values.email} onChange={(_, { value }) => set({ email: value })} />
        </Field>
        <Field label="Last day" hint={`At most ${MAX_QUESTIONNAIRE_DAYS} days ahead.`} required>
          <Input
            type="date"
            min={dayIn(0)}
            max={dayIn(MAX_QUESTIONNAIRE_DAYS)}
            value={values.lastDay}
            onChange={(_, { value }) => set({ lastDay: value })}
          />
        </Field>
      </FieldRow>
    </RecordDialog>
  );
}

type Given = Partial<Record<UserQuestion, { answer: UserReply | ''; text: string }>>;
const METHODS = USER_ANSWER_METHODS.filter((method) => method !== 'link');

/** Records answers given on paper, by telephone or in person. */
export function RecordAnswersDialog({ projectId, questions, onClose }: DialogProps & Pick<Questionnaire, 'questions'>) {
  const [before] = useState(() => ({ name: '', date: '', method: 'paper' as UserAnswerMethod, given: {} as Given }));
  const [values, setValues] = useState(before);
  const creationId = useCreationId();
  const [record, { isLoading, error }] = useRecordUserAnswersMutation();
  const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
  const answers = questions.flatMap(({ id: question }) => {
    const { answer = '', text = '' } = values.given[question] ?? {};
    return answer === '' ? [] : [{ question, answer, text }];
  });
  const save = async () => {
    const { name, date, method } = values;
    const { error: refused } = await record({
      ...{ projectId, id: creationId(values) },
      values: { name, date, method, answers },
    });
    if (!refused) onClose();
  };
  return (
    <RecordDialog
      {...{ title: 'Record answers', isLoading, error, onClose }}
      isDirty={values !== before}
      isMissing={values.name.trim() === '' || values.date === '' || answers.length === 0}
      onSave={() => void save()}
    >
      <Field label="Who answered" required>
        <Input maxLength={MAX_USER_NAME} value={values.name} onChange={(_, { value }) => set({ name: value })} />
      </Field>
      <FieldRow>
        <Field label="Date" required>
          <Input type="date" max={dayIn(0)} value={values.date} onChange={(_, { value }) => set({ date: value })} />
        </Field>
        <Field label="Method">
          <Select
            value={values.method}
            onChange={(_, { value }) => set({ method: METHODS.find((one) => one === value) ?? values.method })}
          >
            {METHODS.map((method) => (
              <option key={method} value={method}>
                {USER_ANSWER_METHOD_LABELS[method]}
              </option>
            ))}
          </Select>
        </Field>
      </FieldRow>
      {questions.map(({ id, text: question }) => {
        const { answer, text } = values.given[id] ?? { answer: '' as const, text: '' };
        const give = (change: Partial<NonNullable<Given[UserQuestion]>>) =>
          set({ given: { ...values.given, [id]: { answer, text, ...change } } });
        return (
          <div key={id}>
            <Field label={question}>
              <Select
                value={answer}
                onChange={(_, { value }) => give({ answer: USER_REPLIES.find((one) => one === value) ?? '' })}
              >
                <option value="">Not answered</option>
                {USER_REPLIES.map((reply) => (
                  <option key={reply} value={reply}>
                    {USER_REPLY_LABELS[reply]}
                  </option>
                ))}
              </Select>
            </Field>
            {answer === '' ? null : (
              <Textarea
                rows={2}
                aria-label={`Remark: ${question}`}
                maxLength={MAX_USER_ANSWER_TEXT}
                value={text}
                onChange={(_, { value }) => give({ text: value })}
              />
            )}
          </div>
        );
      })}
    </RecordDialog>
  );
}
