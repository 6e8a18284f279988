import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { assignmentModel, commentModel } from './comments/model.js';
import { determinationModel, proposalModel } from './determinations/model.js';
import { featureModel, mentionModel } from './model.js';
import { assignmentNames, commentNames, determinationNames, proposalNames } from './names-of-people.js';

/** Text fields that erasing a person keeps. */
const STAYS = {
  'what people and programs wrote': [
    'comments.content',
    'comments.previous.content',
    'comments.subject.title',
    'assignments.subject.title',
    'determination_proposals.answers.note',
    'determination_proposals.decision.reason',
    'determination_proposals.reason',
    'determinations.answers.note',
    'determinations.reason',
    'determinations.withdrawal.reason',
    'features.name',
    'mentions.current.narrative',
    'mentions.history.narrative',
    'mentions.narrative',
  ],
  'words of the contract, places and ids': [
    'comments.viaKey',
    'determination_proposals.evidence',
    'determination_proposals.settingsVersion',
    'determinations.evidence',
    'determinations.settingsVersion',
    'features.landUse',
    'mentions.linkedLandUse',
    'mentions.statedLandUse',
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
    'mentions.sourceRecord.agencyDate',
    'mentions.sourceRecord.dataSetName',
    'mentions.sourceRecord.list',
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
    erasedFields(determinationModel(to), determinationNames),
    erasedFields(proposalModel(to), proposalNames),
  ];
  expect(fieldsToExplain(tables)).toEqual(Object.values(STAYS).flat().sort());
});
