import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import { errorMessage } from '../../lib/http/errors.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { DEFAULT_LABEL } from '@symbio/sheet/adapters/symbio';
import type { ShownAnnotation } from '../annotation-records.js';
import { coordinateText } from '../evidence-api.js';
import type { Coordinate, Feature, Mention } from '../evidence-api.js';
import { sharedBy, useAssociationSaver } from '../save-association.js';
import { undoAssociation } from '../undo-association.js';
import { draftOf, forgetDraft, keepDraft } from './drafts.js';
import { CertaintyFields } from './certainty-fields.js';
import { confidenceOf, coordinateOf, fieldsOfPlace, relationOf, validate } from './feature-form.js';
import type { FeatureForm } from './feature-form.js';
import { LikelyFeatures, NearbyFeatures, SimilarFeatures } from './feature-suggestions.js';
import { formReducer, isDirty as isDirtyForm, openedForm, targetOf } from './form-state.js';
import { AgentsNotice, DraftNotice, FailureNotice, PlaceNotice, SharedNotice, UnsavedNotice } from './form-notices.js';
import { LandUseField } from './land-use-field.js';
import type { LikelyFeature } from './likely-features.js';
import { doubtAbout, referenceOf } from './place-check.js';
import type { FilledPlace, PlaceDoubt } from './place-check.js';
import { PlaceFields } from './place-fields.js';
import { RelationFields } from './relation-fields.js';

const useStyles = makeStyles({
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    // in a low window it scrolls instead: notices keep room for their buttons
    '& > *': { flexShrink: 0 },
  },
});

export interface LinkedProposal {
  /** Returns the id of the person's annotation. */
  accept: () => Promise<string>;
  onLinked: () => void;
}

interface AssociateFormProps {
  projectId: string;
  annotation: ShownAnnotation;
  mention: Mention | null;
  features: readonly Feature[];
  mentions: readonly Mention[];
  /** Likely to be the same place. */
  likely: readonly LikelyFeature[];
  /** From the sheet, else the property's, to start from (D-71). */
  filled: FilledPlace | null;
  property: Coordinate | null;
  useType: UseType;
  proposal: LinkedProposal | undefined;
  mayEdit: boolean;
  personId: string;
  isSaving: boolean;
  onSaving: (saving: boolean) => void;
  /** User tried to close with unsaved input. */
  isLeaving: boolean;
  onDirty: (dirty: boolean) => void;
  onStay: () => void;
  onSaved: ((feature: Feature) => void) | undefined;
  onClose: () => void;
}

export function AssociateForm(props: AssociateFormProps) {
  const { projectId, annotation, features, filled, mayEdit, personId, isSaving, onDirty, onClose } = props;
  const styles = useStyles();
  // snapshot at opening: remote changes must not turn Save into Update under the pointer
  const [mention] = useState(props.mention);
  const [draft] = useState(() => draftOf(personId, annotation.key));
  const [state, dispatch] = useReducer(formReducer, null, () =>
    openedForm(mention, linkedOf(mention, features), draft, {
      name: nameFromLabel(annotation),
      defaults: { place: filled?.coordinate ?? null, useType: props.useType },
      isProposal: props.proposal !== undefined,
    }),
  );
  const [failure, setFailure] = useState<string | null>(null);
  /** 0: no question. */
  const [asked, setAsked] = useState(0);
  const [doubt, setDoubt] = useState<{ place: Coordinate; about: PlaceDoubt } | null>(null);
  /** Far places that the user confirmed. */
  const keptPlace = useRef<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(formRef);
  const call = useApiDispatch();
  const saver = useAssociationSaver();
  const reference = referenceOf(props.property, features);

  const { fields, errors, replaced } = state;
  const isAgents = annotation.author_type === 'ai_agent';
  const isReadOnly = isAgents || !mayEdit;
  const { chosen, target, namesake } = targetOf(state, features, saver.newFeatureId);
  const withdrawQuestions = () => {
    setAsked(0);
    setDoubt(null);
  };
  const change = (changes: Partial<FeatureForm>) => {
    withdrawQuestions();
    dispatch({ kind: 'edited', changes });
  };
  const choose = (feature: Feature) => {
    withdrawQuestions();
    dispatch({ kind: 'featureChosen', feature });
  };

  // the form replaces the loading view, which had focus
  useEffect(() => focusIn(formRef.current), []);

  const isDirty = !isReadOnly && isDirtyForm(state);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const stay = () => {
    props.onStay();
    // the focused button disappears
    focusIn(formRef.current);
  };
  /** @param whom scope of a change to a shared feature; asks if undefined */
  const save = async (whom?: 'all' | 'new') => {
    if (isReadOnly || isSaving) return;
    const found = validate(fields);
    const coordinate = coordinateOf(fields);
    dispatch({ kind: 'checked', errors: found });
    if (!coordinate || Object.keys(found).length > 0) {
      focusFirstInvalid();
      return;
    }
    const isUnchanged = coordinateText(coordinate) === target?.coordinate;
    const about = isUnchanged ? null : doubtAbout(coordinate, reference);
    if (about && keptPlace.current !== coordinateText(coordinate)) {
      setDoubt({ place: coordinate, about });
      formRef.current?.scrollIntoView({ block: 'start' });
      return;
    }
    const { name, landUse, narrative, useType } = fields;
    const said = { narrative, useType, confidence: confidenceOf(fields), relation: relationOf(fields) };
    const wanted = { name, landUse, ...said, coordinate, feature: whom === 'new' ? null : target, mention };
    const others = whom === undefined ? sharedBy(wanted, props.mentions) : 0;
    setAsked(others);
    if (others > 0) {
      formRef.current?.scrollIntoView({ block: 'start' });
      return;
    }
    props.onSaving(true);
    setFailure(null);
    try {
      const annotationId = await (props.proposal?.accept() ?? annotation.id);
      const saved = await saver.save(annotationId, wanted);
      props.proposal?.onLinked();
      forgetDraft(personId, annotation.key);
      offerUndo(
        {
          title: 'Feature Associated',
          description: 'Annotation has been successfully associated with a feature.',
        },
        {
          what: `association with “${saved.saved.feature.name}”`,
          undo: () => call(undoAssociation(saved)),
        },
      );
      props.onSaved?.(saved.saved.feature);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, 'The association was not saved. Please try again.'));
      // if the session ends, the dialog closes but the input survives
      keepDraft(personId, annotation.key, fields);
      formRef.current?.scrollIntoView({ block: 'start' });
    } finally {
      props.onSaving(false);
    }
  };

  return (
    <form
      ref={formRef}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <DialogBody>
        <DialogTitle>Associate with Feature</DialogTitle>
        <DialogContent className={styles.content}>
          {isAgents && <AgentsNotice />}
          {props.isLeaving && <UnsavedNotice onStay={stay} onDiscard={onClose} />}
          {draft && !failure && <DraftNotice />}
          {failure && <FailureNotice>{failure}</FailureNotice>}
          {asked > 0 && target && (
            <SharedNotice
              name={target.name}
              count={asked}
              onAll={() => void save('all')}
              onNew={() => void save('new')}
            />
          )}
          {doubt && reference && (
            <PlaceNotice
              doubt={doubt.about}
              place={doubt.place}
              from={reference.what}
              onUse={(place) => change(fieldsOfPlace(place))}
              onKeep={() => {
                keptPlace.current = coordinateText(doubt.place);
                setDoubt(null);
                void save();
              }}
            />
          )}
          {!isReadOnly && state.featureId === null && <LikelyFeatures found={props.likely} onUse={choose} />}
          <RelationFields fields={fields} errors={errors} isReadOnly={isReadOnly} onChange={change} />
          <Field label="Feature Name" required validationMessage={errors.name}>
            <Input
              placeholder="e.g. Former Gas Station, Warehouse Building"
              value={fields.name}
              readOnly={isReadOnly}
              autoComplete="off"
              onChange={(_, { value }) => change({ name: value })}
            />
          </Field>
          {!isReadOnly && (
            <SimilarFeatures
              features={features}
              name={fields.name}
              excludedIds={[chosen?.id, target?.id, saver.newFeatureId]}
              onUse={choose}
            />
          )}
          {replaced && !isReadOnly && (
            <MessageBar intent="success" layout="multiline">
              <MessageBarBody>The feature’s name, place and land use will be used.</MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={() => dispatch({ kind: 'choiceUndone' })}>
                  Undo
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          {namesake && !isReadOnly && (
            <MessageBar intent="info" layout="multiline">
              <MessageBarBody>
                {`“${namesake.name}” exists in this project. Saving links the annotation to it, with the place and land use given here.`}
              </MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={() => choose(namesake)}>
                  Use its place and land use
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          <PlaceFields
            state={state}
            filled={filled}
            reference={reference}
            isReadOnly={isReadOnly}
            dispatch={dispatch}
            onReadingChosen={() => formRef.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus()}
          />
          {!isReadOnly && (
            <NearbyFeatures projectId={projectId} form={fields} excludedId={target?.id ?? null} onUse={choose} />
          )}
          <LandUseField
            value={fields.landUse}
            error={errors.landUse}
            isSuggested={
              chosen === null && mention?.suggested_land_use != null && fields.landUse === mention.suggested_land_use
            }
            disabled={isReadOnly}
            words={`${nameFromLabel(annotation)} ${fields.name}`}
            onChange={(landUse) => change({ landUse })}
          />
          <CertaintyFields fields={fields} errors={errors} isReadOnly={isReadOnly} onChange={change} />
          <Field label="Narrative">
            <Textarea
              rows={4}
              resize="vertical"
              value={fields.narrative}
              readOnly={isReadOnly}
              onChange={(_, { value }) => change({ narrative: value })}
            />
          </Field>
        </DialogContent>
        <DialogActions>
          <Button disabledFocusable={isSaving} onClick={onClose}>
            Cancel
          </Button>
          {!isReadOnly && (
            // keeps focus during saving: otherwise the dialog receives no keys after a failure
            <Button type="submit" appearance="primary" disabledFocusable={isSaving}>
              {isSaving ? 'Saving...' : mention ? 'Update' : 'Save'}
            </Button>
          )}
        </DialogActions>
      </DialogBody>
    </form>
  );
}

/** Probably the site's name. */
const nameFromLabel = ({ content }: ShownAnnotation): string =>
  content.trim() === DEFAULT_LABEL ? '' : content.trim();

const linkedOf = (mention: Mention | null, features: readonly Feature[]): Feature | null =>
  features.find(({ id }) => id === mention?.feature_of_interest_id) ?? null;

function focusIn(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:enabled')?.focus();
}
