import { Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { MAX_DETERMINATION_REASON } from '@symbio/proto/limits';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import type { Feature } from '../../../evidence/evidence-api.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { settleEach } from '../../../lib/http/bulk.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { countText } from '../../../lib/ui/formats.js';
import { sightingsOf, type Sighting } from '../sightings.js';
import {
  useAddDeterminationMutation,
  useGetDeterminationQuestionsQuery,
  useWithdrawDeterminationMutation,
  type Question,
} from './determinations-api.js';
import { followQuestions } from './follow-questions.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  list: { maxHeight: '30dvh', overflowY: 'auto', margin: 0, overflowWrap: 'anywhere' },
});

/** Questions that lead to none if each is answered with no. */
function questionsToNone(questions: readonly Question[]): readonly Question[] {
  const answers = questions.map(({ id }) => ({ question_id: id, answer: 'no' as const }));
  const { asked, kinds } = followQuestions(questions, answers);
  return kinds.includes('none') ? asked : [];
}

interface GroupDeterminationProps {
  /** Without a determination. */
  features: readonly Feature[];
  sightings: ReadonlyMap<string, readonly Sighting[]>;
  onClose: () => void;
}

/** Determines several features as none with one reason; each cites its current mentions, but no open proposal. */
export function GroupDetermination({ features: given, sightings, onClose }: GroupDeterminationProps) {
  const styles = useStyles();
  // as they were when the dialog opened; the ids make a repetition idempotent
  const [features] = useState(() => given.map((feature) => ({ feature, id: uuidV7() })));
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { data: questions = [] } = useGetDeterminationQuestionsQuery();
  const [add] = useAddDeterminationMutation();
  const [withdraw] = useWithdrawDeterminationMutation();
  const asked = questionsToNone(questions);
  const count = countText(features.length, 'feature');

  const save = async (): Promise<void> => {
    setBusy(true);
    const answers = asked.map((question) => ({ question_id: question.id, answer: 'no' as const, note: '' }));
    const { failed } = await settleEach(features, ({ feature, id }) => {
      const evidence = sightingsOf(sightings, feature.id)
        .filter(({ source }) => !source?.isOpen)
        .flatMap(({ mention }) => mention.current_history_id ?? []);
      return add({ id, feature_id: feature.id, kind: 'none', answers, reason: reason.trim(), evidence }).unwrap();
    });
    setBusy(false);
    const [first] = failed;
    if (first) {
      setRefusal(`${countText(failed.length, 'feature')} not determined. ${changeRefusal(first.error)}`);
      return;
    }
    offerUndo(
      { title: `${count} determined` },
      {
        what: `determination of ${count}`,
        undo: () => Promise.all(features.map(({ id }) => withdraw({ id, reason: 'Undone.' }).unwrap())),
      },
    );
    onClose();
  };

  return (
    <ConfirmDialog
      open
      title={`Determine ${count} as none`}
      confirmLabel="Determine"
      busy={isBusy}
      disabled={asked.length === 0 || reason.trim() === ''}
      {...(refusal !== undefined && { error: refusal })}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.body}>
        {asked.map(({ id, text }) => (
          <Text key={id}>{`${text} No.`}</Text>
        ))}
        {/* focusable, since it scrolls */}
        <ul className={styles.list} tabIndex={0} aria-label="Features">
          {features.map(({ feature }) => (
            <li key={feature.id}>
              {`${feature.name}, ${countText(sightingsOf(sightings, feature.id).length, 'mention')}`}
            </li>
          ))}
        </ul>
        <Field label="Reason" required>
          <Textarea
            rows={3}
            maxLength={MAX_DETERMINATION_REASON}
            value={reason}
            onChange={(_, { value }) => setReason(value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
