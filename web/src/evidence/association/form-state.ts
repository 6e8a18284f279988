import type { Feature, Mention } from '../evidence-api.js';
import { featureNamed, fieldsOf, formOf } from './feature-form.js';
import type { FeatureForm, FeatureFormErrors, FormDefaults } from './feature-form.js';
import type { PastedCoordinates, PlaceReading } from './pasted-coordinates.js';

/** Changed by {@link formReducer}. */
export interface FormState {
  fields: FeatureForm;
  /** Without a restored draft. */
  initial: FeatureForm;
  linkedId: string | null;
  featureId: string | null;
  /** For undo. */
  replaced: FeatureForm | null;
  pasted: { text: string; readings: readonly PlaceReading[] } | null;
  errors: FeatureFormErrors;
}

export type FormAction =
  | { kind: 'edited'; changes: Partial<FeatureForm> }
  | { kind: 'featureChosen'; feature: Feature }
  | { kind: 'choiceUndone' }
  | { kind: 'pasted'; text: string; place: PastedCoordinates }
  | { kind: 'readingChosen'; reading: PlaceReading }
  | { kind: 'readingsDismissed' }
  | { kind: 'checked'; errors: FeatureFormErrors };

/**
 * @param draft unsaved input of an earlier dialog
 * @param start initial name of a new feature, and what else it starts from
 */
export function openedForm(
  mention: Mention | null,
  linked: Feature | null,
  draft: FeatureForm | null,
  { name = '', defaults, isProposal }: { name?: string; defaults?: FormDefaults; isProposal?: boolean } = {},
): FormState {
  const form = formOf(mention, linked, defaults, isProposal);
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
      // these do not belong to the feature: later input stays
      const { narrative, useType, confidence } = state.fields;
      const changes = { ...state.replaced, narrative, useType, confidence };
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

function edited(state: FormState, changes: Partial<FeatureForm>): FormState {
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !(name in changes)));
  return { ...state, fields: { ...state.fields, ...changes }, errors };
}

export const isDirty = ({ fields, initial }: FormState): boolean => JSON.stringify(fields) !== JSON.stringify(initial);

export interface FormTarget {
  /** Null for a new feature. */
  chosen: Feature | null;
  /** Null creates a feature. */
  target: Feature | null;
  /** It has the typed name. */
  namesake: Feature | null;
}

/**
 * Another feature's name selects it; an unused name renames a linked feature (OP-27).
 * @param newFeatureId id that this form creates: a result of an earlier attempt is not another feature
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
