import type { Feature, Mention } from '../evidence-api.js';
import { featureNamed, fieldsOf, formOf } from './feature-form.js';
import type { FeatureForm, FeatureFormErrors } from './feature-form.js';
import type { PastedPlace, PlaceReading } from './pasted-place.js';

/** What a person is doing in the associate dialog. Plain data: the dialog draws it, {@link formReducer} changes it. */
export interface FormState {
  fields: FeatureForm;
  /** The form as it was opened, without what an earlier dialog could not save. */
  initial: FeatureForm;
  /** The feature that the annotation is linked to, by id. */
  linkedId: string | null;
  /** The existing feature that was chosen, by id; null for a new one. */
  featureId: string | null;
  /** The fields before a feature took their place, to go back to. */
  replaced: FeatureForm | null;
  /** A pasted place that can be read in more than one way. */
  pasted: { text: string; readings: readonly PlaceReading[] } | null;
  errors: FeatureFormErrors;
}

export type FormAction =
  | { kind: 'edited'; changes: Partial<FeatureForm> }
  | { kind: 'featureChosen'; feature: Feature }
  | { kind: 'choiceUndone' }
  | { kind: 'pasted'; text: string; place: PastedPlace }
  | { kind: 'readingChosen'; reading: PlaceReading }
  | { kind: 'readingsDismissed' }
  | { kind: 'checked'; errors: FeatureFormErrors };

/**
 * @param draft what an earlier dialog could not save; null for none
 * @param name what a new feature is called at first
 */
export function openedForm(
  mention: Mention | null,
  linked: Feature | null,
  draft: FeatureForm | null,
  name = '',
): FormState {
  const form = formOf(mention, linked);
  const initial = linked ? form : { ...form, name };
  const linkedId = mention?.feature_of_interest_id ?? null;
  return { fields: draft ?? initial, initial, linkedId, featureId: linkedId, replaced: null, pasted: null, errors: {} };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'edited':
      return edited(state, action.changes);
    case 'featureChosen': {
      const { feature } = action;
      return edited({ ...state, replaced: state.fields, featureId: feature.id }, fieldsOf(feature));
    }
    case 'choiceUndone': {
      if (!state.replaced) return state;
      // the narrative is not the feature's: what was written since stays
      const { narrative, useType } = state.fields;
      const changes = { ...state.replaced, narrative, useType };
      return edited({ ...state, replaced: null, featureId: state.linkedId }, changes);
    }
    case 'pasted': {
      const { text, place } = action;
      if (place.kind === 'none') return state;
      if (place.kind === 'read') return edited({ ...state, pasted: null }, place.reading);
      return { ...state, pasted: { text: text.trim(), readings: place.readings } };
    }
    case 'readingChosen':
      return edited({ ...state, pasted: null }, action.reading);
    case 'readingsDismissed':
      return { ...state, pasted: null };
    case 'checked':
      return { ...state, errors: action.errors };
  }
}

/** The state with changed fields; what was wrong with them is not known any more. */
function edited(state: FormState, changes: Partial<FeatureForm>): FormState {
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !(name in changes)));
  return { ...state, fields: { ...state.fields, ...changes }, errors };
}

/** Whether something was typed that is not saved. */
export const isDirty = ({ fields, initial }: FormState): boolean => JSON.stringify(fields) !== JSON.stringify(initial);

/** Which feature a form means. */
export interface FormTarget {
  /** The feature that was chosen, or is linked; null for a new one. */
  chosen: Feature | null;
  /** The feature to be saved: it is changed, and the annotation linked to it. Null: a new one. */
  target: Feature | null;
  /** A feature of the name that was typed, which is neither linked nor chosen: it is shown to the person. */
  namesake: Feature | null;
}

/**
 * The name of another feature means that feature; a linked one is renamed by typing a name nobody bears (OP-27).
 *
 * @param newFeatureId id of the feature this very form makes: what an earlier try of it made is no other feature
 */
export function targetOf(
  { fields, featureId, linkedId }: Pick<FormState, 'fields' | 'featureId' | 'linkedId'>,
  features: readonly Feature[],
  newFeatureId: string,
): FormTarget {
  const chosen = features.find(({ id }) => id === featureId) ?? null;
  const named = featureNamed(features, fields.name);
  const isOther = named !== null && ![linkedId, featureId, newFeatureId].includes(named.id);
  const isLinkedKept = chosen !== null && chosen.id === linkedId;
  return { chosen, target: named ?? (isLinkedKept ? chosen : null), namesake: isOther ? named : null };
}
