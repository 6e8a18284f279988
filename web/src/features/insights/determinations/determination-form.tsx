import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { ANSWER_LABELS, DETERMINATION_LABELS } from '@symbio/proto/labels';
import { MAX_ANSWER_NOTE, MAX_DETERMINATION_REASON } from '@symbio/proto/limits';
import { DETERMINATION_KINDS, type Answer, type DeterminationKind } from '@symbio/proto/feature/vocabulary';
import { useEffect, useMemo, useState } from 'react';
import { errorMessage } from '../../../lib/http/errors.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { keyOf } from '../../../lib/ui/keys.js';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import type { Sighting } from '../sightings.js';
import { useAddDeterminationMutation, type Determination, type Question } from './determinations-api.js';
import { EvidenceChoice } from './evidence-choice.js';
import { followQuestions } from './follow-questions.js';
import { isInText } from './in-text.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalXL,
    '@media (max-width: 760px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  kinds: { flexWrap: 'wrap' },
});

const namesOf = (kinds: readonly DeterminationKind[]): string =>
  kinds.map((kind) => DETERMINATION_LABELS[kind]).join(' or ');

interface Given {
  answer: Answer;
  note: string;
}

interface DeterminationFormProps {
  featureId: string;
  questions: readonly Question[];
  sightings: readonly Sighting[];
  active: Determination | undefined;
  canEdit: boolean;
}

/** The answers only point to a kind; the person chooses it. */
export function DeterminationForm({ featureId, questions, sightings, active, canEdit }: DeterminationFormProps) {
  const styles = useStyles();
  const [id, setId] = useState(uuidV7);
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(
    () => new Map(active?.answers.map(({ question_id, answer, note }) => [question_id, { answer, note }])),
  );
  const [kind, setKind] = useState<DeterminationKind | null>(active?.kind ?? null);
  const [reason, setReason] = useState(active?.reason ?? '');
  const records = useMemo(() => sightings.flatMap(({ mention }) => mention.current_history_id ?? []), [sightings]);
  const [uncited, setUncited] = useState<ReadonlySet<string>>(
    () => new Set(active ? records.filter((one) => !active.evidence.includes(one)) : []),
  );
  const [add, { isLoading, error }] = useAddDeterminationMutation();

  const answers = [...given].map(([question_id, one]) => ({ question_id, ...one }));
  const { asked, kinds } = followQuestions(questions, answers);
  const isOther = kind !== null && !kinds.includes(kind);
  const needsReason = isOther && reason.trim() === '';
  const answer = (questionId: string, change: Partial<Given>) => {
    const before = given.get(questionId) ?? { answer: 'unknown' as const, note: '' };
    setGiven(new Map([...given, [questionId, { ...before, ...change }]]));
  };
  useEffect(() => {
    if (!canEdit) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const chosen = DETERMINATION_KINDS[Number(keyOf(event)) - 1];
      if (!chosen || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.defaultPrevented || isInText(event.target) || isLetterKeyOff(event)) return;
      setKind(chosen);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [canEdit]);

  const save = async () => {
    if (!kind) return;
    const isAsked = ({ question_id: one }: { question_id: string }) => asked.some((question) => question.id === one);
    const evidence = records.filter((one) => !uncited.has(one));
    const body = { id, feature_id: featureId, kind, answers: answers.filter(isAsked), reason: reason.trim(), evidence };
    if (!(await add(body)).error) setId(uuidV7());
  };

  return (
    <div className={styles.columns}>
      <section className={styles.form} aria-label="Questions">
        {asked.map(({ id: questionId, text, note_label: noteLabel }) => {
          const one = given.get(questionId);
          return (
            <div key={questionId}>
              <Field label={text}>
                <RadioGroup
                  layout="horizontal"
                  disabled={!canEdit}
                  value={one?.answer ?? ''}
                  onChange={(_, { value }) => answer(questionId, { answer: value as Answer })}
                >
                  {Object.entries(ANSWER_LABELS).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </RadioGroup>
              </Field>
              {one?.answer === 'yes' && noteLabel !== '' && (
                <Field label={noteLabel}>
                  <Textarea
                    rows={1}
                    disabled={!canEdit}
                    maxLength={MAX_ANSWER_NOTE}
                    value={one.note}
                    onChange={(_, { value }) => answer(questionId, { note: value })}
                  />
                </Field>
              )}
            </div>
          );
        })}
        <Text role="status">
          {kinds.length > 0
            ? `The answers point to ${namesOf(kinds)}.`
            : 'Answer the questions to see where they point.'}
        </Text>
        <Field label="Determination">
          <RadioGroup
            layout="horizontal"
            className={styles.kinds}
            disabled={!canEdit}
            value={kind ?? ''}
            onChange={(_, { value }) => setKind(value as DeterminationKind)}
          >
            {DETERMINATION_KINDS.map((one, index) => (
              <Radio key={one} value={one} label={`${index + 1} ${DETERMINATION_LABELS[one]}`} />
            ))}
          </RadioGroup>
        </Field>
        <Field
          label="Reason"
          required={isOther}
          {...(isOther &&
            kinds.length > 0 && { hint: `The answers point to ${namesOf(kinds)}. Say why it is another kind.` })}
        >
          <Textarea
            rows={4}
            disabled={!canEdit}
            maxLength={MAX_DETERMINATION_REASON}
            value={reason}
            onChange={(_, { value }) => setReason(value)}
          />
        </Field>
        {error && (
          <MessageBar intent="error">
            <MessageBarBody>{errorMessage(error, 'The determination was not saved. Please try again.')}</MessageBarBody>
          </MessageBar>
        )}
        {canEdit && (
          <div>
            <Button
              appearance="primary"
              disabled={kind === null || needsReason || isLoading}
              onClick={() => void save()}
            >
              {isLoading ? 'Saving...' : active ? 'Save new determination' : 'Save determination'}
            </Button>
          </div>
        )}
      </section>
      <EvidenceChoice
        sightings={sightings}
        uncited={uncited}
        canEdit={canEdit}
        onCite={(record, isCited) =>
          setUncited(new Set(isCited ? [...uncited].filter((one) => one !== record) : [...uncited, record]))
        }
      />
    </div>
  );
}
