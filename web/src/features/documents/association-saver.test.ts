import { jest } from '@jest/globals';
import type { Feature, Mention } from '../../viewer/evidence-api.js';
import { AssociationSaver } from './association-saver.js';
import type { Association, AssociationCalls } from './association-saver.js';

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
  feature: null,
  mention: null,
};
const context = { projectId: 'p1', annotationId: 'a1', newFeatureId: 'new-f', newMentionId: 'new-m' };

function saver() {
  const calls = {
    createFeature: jest.fn<AssociationCalls['createFeature']>((made) =>
      Promise.resolve({ ...feature, ...made, updated_at: 't2' }),
    ),
    updateFeature: jest.fn<AssociationCalls['updateFeature']>((changed) =>
      Promise.resolve({ ...feature, ...changed, updated_at: 't3' }),
    ),
    createMention: jest.fn<AssociationCalls['createMention']>(() => Promise.resolve(mention)),
    updateMention: jest.fn<AssociationCalls['updateMention']>(() => Promise.resolve(mention)),
  };
  return { calls, saver: new AssociationSaver(context, calls) };
}

describe('saving an association', () => {
  it('makes a feature with one land use and its coordinate as text, then a mention of full confidence (FEAT-18, OP-27)', async () => {
    const { calls, saver: it } = saver();
    await it.save(association);
    expect(calls.createFeature.mock.calls).toEqual([
      [
        {
          id: 'new-f',
          project_id: 'p1',
          name: 'Gas works',
          land_use: ['manufactured_gas_plant'],
          coordinate: '(-73.99,40.7)',
        },
      ],
    ]);
    expect(calls.createMention.mock.calls).toEqual([
      [
        {
          id: 'new-m',
          feature_of_interest_id: 'new-f',
          source_annotation_id: 'a1',
          narrative: 'Seen in 1887.',
          confidence: 10,
          use_type: 'confirmed',
        },
      ],
    ]);
  });

  it('uses the feature just made when the mention failed and is tried again', async () => {
    const { calls, saver: it } = saver();
    calls.createMention.mockRejectedValueOnce(new Error('down'));
    await expect(it.save(association)).rejects.toThrow('down');
    expect(it.hasMadeFeature).toBe(true);
    await it.save(association);
    expect(calls.createFeature).toHaveBeenCalledTimes(1);
    expect(calls.updateFeature).not.toHaveBeenCalled();
    expect(calls.createMention.mock.calls.map(([made]) => made.feature_of_interest_id)).toEqual(['new-f', 'new-f']);
  });

  it('brings the feature just made up to date when the form was corrected before the next try', async () => {
    const { calls, saver: it } = saver();
    calls.createMention.mockRejectedValueOnce(new Error('down'));
    await expect(it.save(association)).rejects.toThrow('down');
    await it.save({ ...association, name: 'Old gas works' });
    expect(calls.createFeature).toHaveBeenCalledTimes(1);
    expect(calls.updateFeature.mock.calls[0]?.[0]).toMatchObject({
      id: 'new-f',
      name: 'Old gas works',
      updated_at: 't2',
    });
  });

  it('does not touch a feature that is used as it is (OP-27)', async () => {
    const { calls, saver: it } = saver();
    await it.save({ ...association, feature });
    expect(calls.createFeature).not.toHaveBeenCalled();
    expect(calls.updateFeature).not.toHaveBeenCalled();
    expect(calls.createMention.mock.calls[0]?.[0].feature_of_interest_id).toBe('f1');
  });

  it('updates feature and mention of an annotation that has both (FEAT-06, API-11, API-12)', async () => {
    const { calls, saver: it } = saver();
    await it.save({ ...association, name: 'Old gas works', feature, mention });
    expect(calls.updateFeature.mock.calls[0]?.[0]).toEqual({
      id: 'f1',
      name: 'Old gas works',
      land_use: ['manufactured_gas_plant'],
      coordinate: '(-73.99,40.7)',
      updated_at: 't1',
    });
    expect(calls.updateMention.mock.calls[0]?.[0]).toEqual({
      id: 'm1',
      changes: { narrative: 'Seen in 1887.', confidence: 10, use_type: 'confirmed' },
    });
  });

  it('sends the newest version when the second call failed after the feature was changed', async () => {
    const { calls, saver: it } = saver();
    const changed = { ...association, name: 'Old gas works', feature, mention };
    calls.updateMention.mockRejectedValueOnce(new Error('down'));
    await expect(it.save(changed)).rejects.toThrow('down');
    await it.save({ ...changed, name: 'Older gas works' });
    expect(calls.updateFeature.mock.calls.map(([sent]) => sent.updated_at)).toEqual(['t1', 't3']);
  });

  it('goes by what somebody else wrote meanwhile, once that is known', async () => {
    const { calls, saver: it } = saver();
    const changed = { ...association, name: 'Old gas works', feature, mention };
    calls.updateMention.mockRejectedValueOnce(new Error('down'));
    await expect(it.save(changed)).rejects.toThrow('down');
    await it.save({ ...changed, feature: { ...feature, name: 'Gas works of 1887', updated_at: 't4' } });
    expect(calls.updateFeature.mock.calls.map(([sent]) => sent.updated_at)).toEqual(['t1', 't4']);
  });

  it('moves the mention when another feature was chosen (OP-27)', async () => {
    const { calls, saver: it } = saver();
    await it.save({ ...association, feature: { ...feature, id: 'f2' }, mention });
    expect(calls.updateMention.mock.calls[0]?.[0].changes.feature_of_interest_id).toBe('f2');
  });
});
