import type { Feature, Mention } from './evidence-api.js';
import { associationRequest, sharedBy, type Association } from './save-association.js';

const feature: Feature = {
  id: 'f1',
  project_id: 'p1',
  name: 'Gas works',
  land_use: ['manufactured_gas_plant'],
  coordinate: '(-73.99,40.7)',
  author_id: 'me',
  created_at: 't0',
  updated_at: 't1',
};
const mention = { id: 'm1', feature_of_interest_id: 'f1', source_annotation_id: 'a1' } as Mention;
const association: Association = {
  name: 'Gas works',
  landUse: 'manufactured_gas_plant',
  coordinate: { longitude: -73.99, latitude: 40.7 },
  narrative: ' Seen in 1887. ',
  useType: 'confirmed',
  confidence: 10,
  feature: null,
  mention: null,
};
const request = (over: Partial<Association> = {}) =>
  associationRequest({ ...association, ...over }, { feature: 'new-f', mention: 'new-m' });

const said = { narrative: 'Seen in 1887.', confidence: 10, use_type: 'confirmed' };

describe('saving an association', () => {
  it('makes a feature with one land use and its coordinate as text, and a mention of full confidence (FEAT-18, OP-27)', () => {
    expect(request()).toEqual({
      mention_id: 'new-m',
      feature: {
        id: 'new-f',
        name: 'Gas works',
        land_use: ['manufactured_gas_plant'],
        coordinate: '(-73.99,40.7)',
      },
      ...said,
    });
  });

  it('sends the relation to the property with the feature, and as a change of an existing one', () => {
    const relation = { relation: 'adjoining', direction: 'N' } as const;
    expect(request({ relation }).feature).toMatchObject(relation);
    expect(request({ feature, relation })).toMatchObject({ feature_id: 'f1', feature: relation, updated_at: 't1' });
    expect(request({ feature: { ...feature, ...relation }, relation })).not.toHaveProperty('feature');
  });

  it('keeps its ids on a retry, with the form’s current values', () => {
    const corrected = request({ name: 'Old gas works' });
    expect([corrected.mention_id, corrected.feature?.id]).toEqual(['new-m', 'new-f']);
    expect(corrected.feature?.name).toBe('Old gas works');
  });

  it('does not touch a feature that is used as it is (OP-27)', () => {
    expect(request({ feature })).toEqual({ mention_id: 'new-m', feature_id: 'f1', ...said });
  });

  it('updates feature and mention of an annotation that has both, unless another user changed them (FEAT-06)', () => {
    expect(request({ name: 'Old gas works', feature, mention })).toEqual({
      mention_id: 'm1',
      feature_id: 'f1',
      feature: { name: 'Old gas works', land_use: ['manufactured_gas_plant'], coordinate: '(-73.99,40.7)' },
      updated_at: 't1',
      ...said,
    });
  });

  it('leaves a feature of several land uses as it is when none was chosen', () => {
    const merged = { ...feature, land_use: ['manufactured_gas_plant', 'coal_storage'] };
    expect(request({ feature: merged })).toEqual({ mention_id: 'new-m', feature_id: 'f1', ...said });
    expect(request({ feature: merged, landUse: 'coal_storage' }).feature?.land_use).toEqual(['coal_storage']);
  });

  it('affects others only if another mention names the changed feature', () => {
    const other = { ...mention, id: 'm2' };
    const shared = (over: Partial<Association>, mentions = [mention, other]) =>
      sharedBy({ ...association, feature, mention, ...over }, mentions);
    expect(shared({ name: 'Old gas works' })).toBe(2);
    expect(shared({ landUse: 'coal_storage', mention: null }, [other])).toBe(1);
    expect(shared({})).toBe(0);
    expect(shared({ name: 'Old gas works' }, [mention])).toBe(0);
    expect(shared({ name: 'Old gas works', feature: null })).toBe(0);
    expect(shared({ name: 'Old gas works' }, [mention, { ...other, feature_of_interest_id: 'f2' }])).toBe(0);
  });

  it('moves the mention when another feature was chosen (OP-27)', () => {
    expect(request({ feature: { ...feature, id: 'f2' }, mention })).toEqual({
      mention_id: 'm1',
      feature_id: 'f2',
      ...said,
    });
  });
});
