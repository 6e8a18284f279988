import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { useApiDispatch, type ApiDispatch } from '../../lib/http/api-thunks.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { errorMessage } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo } from '../../lib/edits/undo.js';
import {
  NEARBY_RADIUS_M,
  evidenceApi,
  parseCoordinate,
  placeText,
  useMergeFeaturesMutation,
} from '../../evidence/evidence-api.js';
import type { Feature } from '../../evidence/evidence-api.js';
import { countText } from '../../lib/ui/formats.js';
import { LandUseLabels } from './land-use-labels.js';
import { mergePlan } from './merge-plan.js';
import type { MergePlan } from './merge-plan.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  choice: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  plan: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS} 28px`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    '& li': { overflowWrap: 'anywhere' },
  },
});

interface MergeDialogProps {
  /** At least two. */
  features: readonly Feature[];
  mentionCounts: ReadonlyMap<string, number>;
  onMerged: (kept: Feature) => void;
  onClose: () => void;
}

/** Chooses the name to keep, and previews the result. */
export function MergeDialog({ features, mentionCounts, onMerged, onClose }: MergeDialogProps) {
  const styles = useStyles();
  const [offeredId] = useState(() => mostMentioned(features, mentionCounts)?.id ?? '');
  const [targetId, setKeptId] = useState(offeredId);
  const [merge, { isLoading, error }] = useMergeFeaturesMutation();
  const dispatch = useApiDispatch();
  const creationId = useCreationId();
  const plan = mergePlan(features, targetId, mentionCounts);
  const confirm = async () => {
    if (!plan) return;
    const mergedIds = plan.merged.map(({ id }) => id);
    const id = creationId({ keptId: targetId, mergedIds });
    const { data: kept } = await merge({ id, keptId: targetId, mergedIds });
    if (!kept) return;
    offerUndo(
      { title: 'Features merged', description: `${plan.kept.name} now replaces all of them.` },
      { what: `merge into “${plan.kept.name}”`, undo: () => undo(dispatch, id) },
    );
    onMerged(kept);
  };
  const leaving = useFormLeaving({ isDirty: targetId !== offeredId, isBusy: isLoading, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Merge features</DialogTitle>
          <DialogContent className={styles.content}>
            {error && (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>
                  {errorMessage(error, 'The features were not merged. Please try again.')}
                </MessageBarBody>
              </MessageBar>
            )}
            <Field label="Which feature should remain?">
              <RadioGroup value={targetId} disabled={isLoading} onChange={(_, { value }) => setKeptId(value)}>
                {features.map((feature) => (
                  <Radio
                    key={feature.id}
                    value={feature.id}
                    label={
                      <>
                        <div className={styles.choice}>{feature.name}</div>
                        <div className={styles.facts}>
                          <LandUseLabels values={feature.land_use} />
                          {` · ${placeOf(feature)} · ${countText(mentionCounts.get(feature.id) ?? 0, 'mention')}`}
                        </div>
                      </>
                    }
                  />
                ))}
              </RadioGroup>
            </Field>
            {plan ? <Consequences plan={plan} /> : 'There are not two features left to merge.'}
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={isLoading} onClick={onClose}>
              Cancel
            </Button>
            <Button
              appearance="primary"
              disabled={!plan}
              // stays focusable while pending: without focus the dialog ignores keys after a failure
              disabledFocusable={isLoading}
              onClick={() => void confirm()}
            >
              {isLoading ? 'Merging...' : 'Merge'}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

/** @returns false if some mentions stay with the kept feature, which was shown */
async function undo(dispatch: ApiDispatch, mergeId: string): Promise<boolean> {
  const undone = await dispatch(evidenceApi.endpoints.undoMerge.initiate(mergeId)).unwrap();
  const { feature, staying_mentions: staying } = undone;
  if (staying > 0)
    notify({
      type: 'warning',
      title: 'The features are separate again',
      description: `${countText(staying, 'mention was', 'mentions were')} changed since and ${staying === 1 ? 'stays' : 'stay'} with “${feature.name}”.`,
    });
  return staying === 0;
}

function Consequences({ plan }: { plan: MergePlan }) {
  const styles = useStyles();
  const { kept, merged, movedMentions, landUse, placeFrom, farthest } = plan;
  return (
    <>
      <ul className={styles.plan} aria-label="What will happen">
        <li>{`${listed(merged.map(({ name }) => `“${name}”`))} ${merged.length === 1 ? 'is' : 'are'} removed; Undo restores ${merged.length === 1 ? 'it' : 'them'}.`}</li>
        <li>
          {movedMentions === 0
            ? `No mentions move: “${kept.name}” keeps its own.`
            : `${countText(movedMentions, 'mention moves', 'mentions move')} to “${kept.name}”; the history records this.`}
        </li>
        <li>
          Land uses afterwards: <LandUseLabels values={landUse} />.
        </li>
        <li>
          {placeFrom
            ? `The place comes from “${placeFrom.name}”: ${placeOf(placeFrom)}.`
            : plan.place
              ? `The place stays: ${placeText(plan.place)}.`
              : 'None of them has a place.'}
        </li>
      </ul>
      {farthest && farthest.distance > NEARBY_RADIUS_M && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {`“${farthest.feature.name}” is ${lengthText(farthest.distance)} from “${kept.name}”. Are they really the same site?`}
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}

function mostMentioned(features: readonly Feature[], counts: ReadonlyMap<string, number>): Feature | undefined {
  return [...features].sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))[0];
}

function placeOf(feature: Feature): string {
  const place = parseCoordinate(feature.coordinate);
  return place ? placeText(place) : 'no coordinate';
}

const lengthText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
