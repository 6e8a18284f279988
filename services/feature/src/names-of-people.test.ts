import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { featureModel, mentionModel } from './model.js';

/** Text fields that erasing a person keeps: this service stores author ids only. */
const STAYS = {
  'what people and programs wrote': [
    'features.name',
    'mentions.current.narrative',
    'mentions.history.narrative',
    'mentions.narrative',
  ],
  'words of the contract, places and ids': [
    'features.landUse',
    'features.location',
    'features.merges.after.landUse',
    'features.merges.after.location',
    'features.merges.after.relation',
    'features.merges.before.landUse',
    'features.merges.before.location',
    'features.merges.before.relation',
    'features.relation',
    'features.viaKey',
    'mentions.current.viaKey',
    'mentions.history.viaKey',
    'mentions.moves.recordAfter',
    'mentions.moves.recordBefore',
    'mentions.suggestedLandUse',
    'mentions.undoneRuns',
  ],
};

it('no field holds a copy of the name of a person', () => {
  const to = unconnected();
  expect(fieldsToExplain([erasedFields(featureModel(to)), erasedFields(mentionModel(to))])).toEqual(
    Object.values(STAYS).flat().sort(),
  );
});
