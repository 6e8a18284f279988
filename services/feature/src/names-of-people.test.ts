import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { assignmentModel, commentModel } from './comments/model.js';
import { featureModel, mentionModel } from './model.js';
import { assignmentNames, commentNames } from './names-of-people.js';

/** Text fields that erasing a person keeps. */
const STAYS = {
  'what people and programs wrote': [
    'comments.content',
    'comments.previous.content',
    'comments.subject.title',
    'assignments.subject.title',
    'features.name',
    'mentions.current.narrative',
    'mentions.history.narrative',
    'mentions.narrative',
  ],
  'words of the contract, places and ids': [
    'comments.viaKey',
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

it('every other field that can hold a name is covered by erasure', () => {
  const to = unconnected();
  const tables = [
    erasedFields(featureModel(to)),
    erasedFields(mentionModel(to)),
    erasedFields(commentModel(to), commentNames),
    erasedFields(assignmentModel(to), assignmentNames),
  ];
  expect(fieldsToExplain(tables)).toEqual(Object.values(STAYS).flat().sort());
});
