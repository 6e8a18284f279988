import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Select,
  Spinner,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, FormEvent } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { errorMessage } from '../../lib/errors.js';
import { focusFirstInvalid } from '../../lib/forms.js';
import { useMe } from '../../lib/me.js';
import { notify } from '../../lib/toasts.js';
import { useDebounced } from '../../lib/use-debounced.js';
import type { LayerAnnotation } from '../../viewer/annotation-layer.js';
import { isTemporary } from '../../viewer/annotation-records.js';
import {
  NEARBY_RADIUS_M,
  USE_TYPES,
  useCreateFeatureMutation,
  useCreateMentionMutation,
  useGetAnnotationMentionQuery,
  useGetFeaturesQuery,
  useGetLandUsesQuery,
  useGetNearbyFeaturesQuery,
  useUpdateFeatureMutation,
  useUpdateMentionMutation,
} from '../../viewer/evidence-api.js';
import type { Feature, Mention } from '../../viewer/evidence-api.js';
import { uuidV7 } from '../../viewer/uuid.js';
import { draftOf, forgetDraft, keepDraft } from './association-drafts.js';
import { AssociationSaver } from './association-saver.js';
import {
  coordinateOf,
  DEFAULT_USE_TYPE,
  distanceText,
  featureNamed,
  fieldsOf,
  formOf,
  suggestFeatures,
  validate,
} from './feature-form.js';
import type { FeatureForm, FeatureFormErrors } from './feature-form.js';
import { readingText, readPastedPlace } from './pasted-place.js';
import type { PlaceField, PlaceReading } from './pasted-place.js';

/** Nearby features are looked for this long after the last key, in milliseconds. */
const NEARBY_DEBOUNCE_MS = 300;

/** Names are suggested from this many typed characters on. */
const SUGGESTED_FROM = 2;

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  place: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
  // as much of the help as of the select: it is read beside it
  landUse: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'end',
    '@media (max-width: 560px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  narrow: { alignSelf: 'start' },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
  suggestions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  help: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  nearby: { listStyleType: 'none', margin: 0, padding: 0, width: '100%' },
  nearbyRow: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXS} 0`,
  },
});

interface AssociateDialogProps {
  projectId: string;
  annotation: LayerAnnotation;
  /** Whether the person may change things in this project. */
  mayEdit: boolean;
  onClose: () => void;
}

/** Links an annotation to a feature of interest (FEAT-01 to FEAT-18). */
export function AssociateDialog({ projectId, annotation, mayEdit, onClose }: AssociateDialogProps) {
  const styles = useStyles();
  const personId = useMe()?.id ?? '';
  const [isSaving, setSaving] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isUnsaved = isTemporary(annotation.id);
  const mention = useGetAnnotationMentionQuery(annotation.id, { skip: isUnsaved, refetchOnMountOrArgChange: true });
  const features = useGetFeaturesQuery(projectId);
  const failed = [mention, features].find((query) => query.isError && query.data === undefined);
  const isReady = mention.currentData !== undefined && features.data !== undefined;

  const leave = () => {
    forgetDraft(personId, annotation.key);
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(_, { open }) => {
        if (open || isSaving) return;
        // a click beside the dialog must not cost what was typed
        if (isDirty) setLeaving(true);
        else leave();
      }}
    >
      <DialogSurface className={styles.surface}>
        {isReady ? (
          <AssociateForm
            projectId={projectId}
            annotation={annotation}
            mention={mention.currentData ?? null}
            features={features.data ?? []}
            mayEdit={mayEdit}
            personId={personId}
            isSaving={isSaving}
            setSaving={setSaving}
            isLeaving={isLeaving}
            onDirty={setDirty}
            onStay={() => setLeaving(false)}
            onClose={leave}
          />
        ) : (
          <DialogBody>
            <DialogTitle>Associate with Feature</DialogTitle>
            <DialogContent>
              {failed ? (
                <ErrorState title="The annotation's data could not be loaded" onRetry={() => void failed.refetch()}>
                  {errorMessage(failed.error, 'Please try again.')}
                </ErrorState>
              ) : (
                <Spinner label="Loading annotation data..." />
              )}
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
            </DialogActions>
          </DialogBody>
        )}
      </DialogSurface>
    </Dialog>
  );
}

interface AssociateFormProps {
  projectId: string;
  annotation: LayerAnnotation;
  mention: Mention | null;
  features: readonly Feature[];
  mayEdit: boolean;
  personId: string;
  isSaving: boolean;
  setSaving: (saving: boolean) => void;
  /** The person asked to close the dialog with something typed in it. */
  isLeaving: boolean;
  onDirty: (dirty: boolean) => void;
  onStay: () => void;
  /** Closes the dialog; what was typed is given up. */
  onClose: () => void;
}

function AssociateForm(props: AssociateFormProps) {
  const { projectId, annotation, features, mayEdit, personId, isSaving, setSaving, onDirty, onClose } = props;
  const styles = useStyles();
  // the mention as it was when the form opened: news from elsewhere don't turn Save into Update under the pointer
  const [mention] = useState(props.mention);
  const [featureId, setFeatureId] = useState(mention?.feature_of_interest_id ?? null);
  const linked = features.find(({ id }) => id === mention?.feature_of_interest_id) ?? null;
  const [initial] = useState(() => formOf(mention, linked));
  const [draft] = useState(() => draftOf(personId, annotation.key));
  const [form, setForm] = useState<FeatureForm>(draft ?? initial);
  /** The form before a feature took its place, to go back to. */
  const [replaced, setReplaced] = useState<FeatureForm | null>(null);
  const [pasted, setPasted] = useState<{ text: string; readings: readonly PlaceReading[] } | null>(null);
  const [errors, setErrors] = useState<FeatureFormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const saver = useSaver(projectId, annotation.id);

  const isAgents = annotation.author_type === 'ai_agent';
  const isReadOnly = isAgents || !mayEdit;
  const chosen = features.find(({ id }) => id === featureId) ?? null;
  const isLinkedKept = chosen !== null && chosen === linked;
  const namesake = featureNamed(features, form.name);
  // what an earlier try of this very form made is not news
  const isForeign = namesake !== null && namesake !== linked && namesake.id !== saver.newFeatureId;
  // the name of another feature means that feature; a linked one is renamed by typing a name nobody bears (OP-27)
  const target = namesake ?? (isLinkedKept ? chosen : null);

  // the form takes the place of the loading view, which had the focus
  useEffect(() => focusIn(formRef.current), []);

  const isDirty = !isReadOnly && JSON.stringify(form) !== JSON.stringify(initial);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const change = (changes: Partial<FeatureForm>) => {
    setForm((current) => ({ ...current, ...changes }));
    setErrors((current) => without(current, Object.keys(changes)));
  };
  const stay = () => {
    props.onStay();
    // the button that had the focus goes
    focusIn(formRef.current);
  };
  const reuse = (feature: Feature) => {
    setReplaced(form);
    setFeatureId(feature.id);
    change(fieldsOf(feature));
  };
  const goBack = (before: FeatureForm) => {
    setReplaced(null);
    setFeatureId(mention?.feature_of_interest_id ?? null);
    // the narrative is not the feature's: what was written since stays
    change({ ...before, narrative: form.narrative, useType: form.useType });
  };
  const onPaste = (into: PlaceField) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const found = readPastedPlace(text, into);
    if (isReadOnly || found.kind === 'none') return;
    event.preventDefault();
    if (found.kind === 'read') {
      setPasted(null);
      change(found.reading);
    } else {
      setPasted({ text: text.trim(), readings: found.readings });
    }
  };
  const takeReading = (reading: PlaceReading) => {
    setPasted(null);
    change(reading);
    formRef.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isReadOnly || isSaving) return;
    const found = validate(form);
    const coordinate = coordinateOf(form);
    setErrors(found);
    if (!coordinate || Object.keys(found).length > 0) {
      focusFirstInvalid(formRef.current);
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      const { name, landUse, narrative, useType } = form;
      await saver.save({ name, landUse, narrative, useType, coordinate, feature: target, mention });
      forgetDraft(personId, annotation.key);
      notify({
        type: 'success',
        title: 'Feature Associated',
        description: 'Annotation has been successfully associated with a feature.',
      });
      onClose();
    } catch (error) {
      const reason = errorMessage(error, 'The association was not saved. Please try again.');
      const kept = saver.hasMadeFeature ? ' The feature itself is saved: saving again links the annotation to it.' : '';
      setFailure(`${reason}${kept}`);
      // should the session be over, the dialog goes, but what was typed does not
      keepDraft(personId, annotation.key, form);
      formRef.current?.scrollIntoView({ block: 'start' });
    } finally {
      setSaving(false);
    }
  };

  return (
    <form ref={formRef} onSubmit={save} noValidate>
      <DialogBody>
        <DialogTitle>Associate with Feature</DialogTitle>
        <DialogContent className={styles.content}>
          {isAgents && (
            <MessageBar intent="info" layout="multiline">
              <MessageBarBody>
                <MessageBarTitle>Read-only Mode</MessageBarTitle>
                <br />
                This annotation was created by an AI agent and cannot be edited. You can view the existing feature
                association but cannot make changes.
              </MessageBarBody>
            </MessageBar>
          )}
          {props.isLeaving && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>What you typed is not saved.</MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={stay}>
                  Keep editing
                </Button>
                <Button size="small" onClick={onClose}>
                  Discard
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          {draft && !failure && (
            <MessageBar intent="info" layout="multiline">
              <MessageBarBody>What you typed here before could not be saved. It is back.</MessageBarBody>
            </MessageBar>
          )}
          {failure && (
            <MessageBar intent="error" layout="multiline" role="alert">
              <MessageBarBody>{failure}</MessageBarBody>
            </MessageBar>
          )}
          <Field label="Feature Name" required validationMessage={errors.name}>
            <Input
              placeholder="e.g. Former Gas Station, Warehouse Building"
              value={form.name}
              readOnly={isReadOnly}
              autoComplete="off"
              onChange={(_, { value }) => change({ name: value })}
            />
          </Field>
          {!isReadOnly && (
            <Suggestions
              features={features}
              name={form.name}
              excludedIds={[featureId, namesake?.id, saver.newFeatureId]}
              onUse={reuse}
            />
          )}
          {replaced && !isReadOnly && (
            <MessageBar intent="success" layout="multiline">
              <MessageBarBody>The name, place and land use of the feature are used.</MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={() => goBack(replaced)}>
                  Undo
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          {isForeign && namesake.id !== featureId && !isReadOnly && (
            <MessageBar intent="info" layout="multiline">
              <MessageBarBody>
                {`“${namesake.name}” exists in this project. Saving links the annotation to it, with the place and land use given here.`}
              </MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={() => reuse(namesake)}>
                  Use its place and land use
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          <div className={styles.place}>
            <Field label="Latitude" required validationMessage={errors.latitude}>
              <Input
                inputMode="decimal"
                onPaste={onPaste('latitude')}
                value={form.latitude}
                readOnly={isReadOnly}
                onChange={(_, { value }) => change({ latitude: value })}
              />
            </Field>
            <Field label="Longitude" required validationMessage={errors.longitude}>
              <Input
                inputMode="decimal"
                onPaste={onPaste('longitude')}
                value={form.longitude}
                readOnly={isReadOnly}
                onChange={(_, { value }) => change({ longitude: value })}
              />
            </Field>
          </div>
          {pasted && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>
                {`“${pasted.text}” can be read in more than one way. Which place is meant?`}
                <div className={styles.choices}>
                  {pasted.readings.map((reading) => (
                    <Button key={readingText(reading)} size="small" onClick={() => takeReading(reading)}>
                      {readingText(reading)}
                    </Button>
                  ))}
                  <Button size="small" appearance="subtle" onClick={() => setPasted(null)}>
                    None of these
                  </Button>
                </div>
              </MessageBarBody>
            </MessageBar>
          )}
          {!isReadOnly && (
            <NearbyFeatures projectId={projectId} form={form} excludedId={target?.id ?? null} onUse={reuse} />
          )}
          <LandUseField
            value={form.landUse}
            error={errors.landUse}
            isSuggested={
              chosen === null && mention?.suggested_land_use != null && form.landUse === mention.suggested_land_use
            }
            disabled={isReadOnly}
            onChange={(landUse) => change({ landUse })}
          />
          <Field label="Use Type">
            <Select
              value={form.useType}
              disabled={isReadOnly}
              onChange={(_, { value }) =>
                change({ useType: USE_TYPES.find((type) => type === value) ?? DEFAULT_USE_TYPE })
              }
            >
              {USE_TYPES.map((type) => (
                <option key={type} value={type}>
                  {type.charAt(0).toUpperCase() + type.slice(1)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Narrative">
            <Textarea
              rows={4}
              resize="vertical"
              value={form.narrative}
              readOnly={isReadOnly}
              onChange={(_, { value }) => change({ narrative: value })}
            />
          </Field>
        </DialogContent>
        <DialogActions>
          <Button disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          {!isReadOnly && (
            <Button type="submit" appearance="primary" disabled={isSaving}>
              {isSaving ? 'Saving...' : mention ? 'Update' : 'Save'}
            </Button>
          )}
        </DialogActions>
      </DialogBody>
    </form>
  );
}

/** The land-use select with what is generally known of the chosen one beside it (FEAT-04, OP-26). */
function LandUseField(props: {
  value: string;
  error: string | undefined;
  /** Whether the value is what an agent takes the site for, and no person's choice yet. */
  isSuggested: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  const styles = useStyles();
  const { data: landUses = [], isError, refetch } = useGetLandUsesQuery();
  const known = landUses.find(({ value }) => value === props.value);
  return (
    <div className={styles.landUse}>
      <Field
        className={known ? styles.narrow : styles.wide}
        label="Land Use"
        required
        validationMessage={props.error}
        hint={props.isSuggested ? 'Suggested by the agent that found it.' : undefined}
      >
        <Select value={props.value} disabled={props.disabled} onChange={(_, { value }) => props.onChange(value)}>
          <option value="">Select a land use...</option>
          {landUses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {known && (
        <div className={styles.help} role="note" aria-label={`About ${known.label}`}>
          <div>
            <Text size={200} weight="semibold">
              Typical contaminants:{' '}
            </Text>
            {known.typical_contaminants}
          </div>
          <div>{known.frequency_note}</div>
        </div>
      )}
      {isError && landUses.length === 0 && (
        <MessageBar className={styles.wide} intent="error" layout="multiline">
          <MessageBarBody>The land uses could not be loaded.</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void refetch()}>
              Retry
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </div>
  );
}

/** Features of the project whose names hold what is typed; one click uses the feature (OP-27). */
function Suggestions(props: {
  features: readonly Feature[];
  name: string;
  excludedIds: readonly (string | null | undefined)[];
  onUse: (feature: Feature) => void;
}) {
  const styles = useStyles();
  const { features, name, excludedIds, onUse } = props;
  if (name.trim().length < SUGGESTED_FROM) return null;
  const found = suggestFeatures(features, name).filter(({ id }) => !excludedIds.includes(id));
  if (found.length === 0) return null;
  return (
    <div className={styles.suggestions} role="group" aria-label="Features with a similar name">
      <Text size={200}>In this project:</Text>
      {found.map((feature) => (
        <Button key={feature.id} size="small" shape="circular" onClick={() => onUse(feature)}>
          {feature.name}
        </Button>
      ))}
    </div>
  );
}

/** Features within 50 m of the place that is typed, each one click away from being used instead (OP-30). */
function NearbyFeatures(props: {
  projectId: string;
  form: FeatureForm;
  excludedId: string | null;
  onUse: (feature: Feature) => void;
}) {
  const styles = useStyles();
  const { latitude, longitude } = useDebounced(props.form, NEARBY_DEBOUNCE_MS);
  const near = coordinateOf({ latitude, longitude });
  const { currentData, isError } = useGetNearbyFeaturesQuery(
    { projectId: props.projectId, near: near ?? { latitude: 0, longitude: 0 } },
    { skip: near === null },
  );
  if (near && isError && !currentData)
    return (
      <Text size={200} role="status">
        {`Whether there are features within ${NEARBY_RADIUS_M} m could not be checked.`}
      </Text>
    );
  const found = near ? (currentData ?? []).filter(({ id }) => id !== props.excludedId) : [];
  if (found.length === 0) return null;
  return (
    <div role="region" aria-label="Nearby features" aria-live="polite">
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody className={styles.nearby}>
          <MessageBarTitle>{`Within ${NEARBY_RADIUS_M} m of this place:`}</MessageBarTitle>
          <ul className={styles.nearby}>
            {found.map((feature) => (
              <li key={feature.id} className={styles.nearbyRow}>
                <span>
                  {feature.name}
                  {feature.distance_m !== undefined && `, ${distanceText(feature.distance_m)}`}
                </span>
                <Button size="small" aria-label={`Use instead: ${feature.name}`} onClick={() => props.onUse(feature)}>
                  Use instead
                </Button>
              </li>
            ))}
          </ul>
        </MessageBarBody>
      </MessageBar>
    </div>
  );
}

/** One saver for the life of the form: it remembers what earlier tries saved. */
function useSaver(projectId: string, annotationId: string): AssociationSaver {
  const [createFeature] = useCreateFeatureMutation();
  const [updateFeature] = useUpdateFeatureMutation();
  const [createMention] = useCreateMentionMutation();
  const [updateMention] = useUpdateMentionMutation();
  const [saver] = useState(
    () =>
      new AssociationSaver(
        { projectId, annotationId, newFeatureId: uuidV7(), newMentionId: uuidV7() },
        {
          createFeature: (feature) => createFeature(feature).unwrap(),
          updateFeature: (feature) => updateFeature(feature).unwrap(),
          createMention: (mention) => createMention(mention).unwrap(),
          updateMention: (change) => updateMention(change).unwrap(),
        },
      ),
  );
  return saver;
}

function focusIn(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:enabled')?.focus();
}

function without(errors: FeatureFormErrors, names: readonly string[]): FeatureFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
