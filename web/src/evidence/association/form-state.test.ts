import type { Feature, Mention } from '../evidence-api.js';
import { formReducer, isDirty, openedForm, targetOf } from './form-state.js';
import type { FormAction, FormState } from './form-state.js';

const gasWorks: Feature = {
  id: 'f1',
  project_id: 'p1',
  name: 'Gas works',
  land_use: ['manufactured_gas_plant'],
  coordinate: '(-73.99,40.7)',
  author_id: 'me',
  created_at: 't0',
  updated_at: 't1',
};
const yard: Feature = { ...gasWorks, id: 'f2', name: 'Coal yard', land_use: ['coal_yard'], coordinate: '(-74,40)' };
const features = [gasWorks, yard];
const mention = { id: 'm1', feature_of_interest_id: 'f1', current_narrative: 'Seen in 1887.' } as Mention;

const after = (state: FormState, ...actions: FormAction[]): FormState => actions.reduce(formReducer, state);
const empty = openedForm(null, null, null);
const linked = openedForm(mention, gasWorks, null);

describe('the state of the associate dialog', () => {
  it('takes the fields of a chosen feature, and restores the previous ones without losing the narrative', () => {
    const typed = after(empty, { kind: 'edited', changes: { name: 'Coal', narrative: 'one' } });
    const chosen = after(typed, { kind: 'featureChosen', feature: yard });
    expect(chosen.fields).toMatchObject({ name: 'Coal yard', latitude: '40', longitude: '-74', landUse: 'coal_yard' });
    expect(chosen.featureId).toBe('f2');
    const back = after(chosen, { kind: 'edited', changes: { narrative: 'two' } }, { kind: 'choiceUndone' });
    expect(back.fields).toMatchObject({ name: 'Coal', latitude: '', landUse: '', narrative: 'two' });
    expect(back).toMatchObject({ featureId: null, replaced: null });
    // for a linked annotation, undo returns to the linked feature
    const other = after(linked, { kind: 'featureChosen', feature: yard }, { kind: 'choiceUndone' });
    expect(other).toMatchObject({ featureId: 'f1', fields: { name: 'Gas works' } });
  });

  it('forgets an error once its field is changed, by hand or otherwise', () => {
    const wrong = after(empty, { kind: 'checked', errors: { name: 'no name', latitude: 'no place' } });
    expect(after(wrong, { kind: 'edited', changes: { name: 'x' } }).errors).toEqual({ latitude: 'no place' });
    const read = { kind: 'read', reading: { latitude: '1', longitude: '2' } } as const;
    expect(after(wrong, { kind: 'pasted', text: '1, 2', place: read }).errors).toEqual({ name: 'no name' });
  });

  it('keeps an ambiguous pasted place until a reading is chosen or dismissed', () => {
    const readings = [{ latitude: '40' }, { longitude: '40' }];
    const asked = after(empty, { kind: 'pasted', text: ' 40 ', place: { kind: 'ask', readings } });
    expect(asked.pasted).toEqual({ text: '40', readings });
    expect(asked.fields).toEqual(empty.fields);
    expect(after(asked, { kind: 'readingsDismissed' }).pasted).toBeNull();
    expect(after(asked, { kind: 'readingChosen', reading: { latitude: '40' } })).toMatchObject({
      pasted: null,
      fields: { latitude: '40', longitude: '' },
    });
  });

  it('is dirty when it differs from its initial values, as is a restored draft', () => {
    expect(isDirty(linked)).toBe(false);
    expect(isDirty(after(linked, { kind: 'edited', changes: { narrative: 'more' } }))).toBe(true);
    expect(isDirty(openedForm(null, null, { ...empty.fields, name: 'typed' }))).toBe(true);
  });

  it('refers to the feature whose name is typed, and reports one that is neither linked nor chosen (OP-27)', () => {
    const named = (state: FormState, name: string) =>
      targetOf(after(state, { kind: 'edited', changes: { name } }), features, 'new');
    expect(named(empty, 'Brewery')).toEqual({ chosen: null, target: null, namesake: null });
    expect(named(empty, 'coal YARD')).toEqual({ chosen: null, target: yard, namesake: yard });
    // the linked feature is renamed, unless another one has the name
    expect(named(linked, 'Old gas works')).toEqual({ chosen: gasWorks, target: gasWorks, namesake: null });
    expect(named(linked, 'Gas works')).toEqual({ chosen: gasWorks, target: gasWorks, namesake: null });
    expect(named(linked, 'Coal yard')).toEqual({ chosen: gasWorks, target: yard, namesake: yard });
    // a chosen feature is not renamed: another name creates a new one
    const chosen = after(empty, { kind: 'featureChosen', feature: yard });
    expect(targetOf(chosen, features, 'new')).toEqual({ chosen: yard, target: yard, namesake: null });
    expect(named(chosen, 'Yard')).toEqual({ chosen: yard, target: null, namesake: null });
    // the result of an earlier attempt is not reported as a namesake
    expect(targetOf(after(empty, { kind: 'edited', changes: { name: 'Coal yard' } }), features, 'f2')).toEqual({
      chosen: null,
      target: yard,
      namesake: null,
    });
  });
});
