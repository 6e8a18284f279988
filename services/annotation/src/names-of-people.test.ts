import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { blindSampleModel, blindSheetModel } from './blind/model.js';
import { annotationModel, runModel } from './model.js';
import { reviewRuleModel } from './review-rules/model.js';
import { annotationNames, blindNames, reviewRuleNames, runNames } from './names-of-people.js';

/** Text fields that erasing a person keeps, by reason. */
const STAYS = {
  'what people and programs wrote and drew': [
    'annotations.claim.landUse',
    'annotations.claim.statedLandUse',
    'annotations.content',
    'annotations.decisions.reason',
    'annotations.page',
    'annotations.pictureMoves.from',
    'annotations.pictureMoves.shape',
    'annotations.pictureMoves.to',
    'annotations.rule.correctedLabel',
    'annotations.rule.correctedLandUse',
    'annotations.shape',
    'annotations.sheet.kind',
    'blind_sheets.sheet.kind',
    ...['correctedLabel', 'correctedLandUse', 'label', 'labelKey', 'landUse'].map((field) => `review_rules.${field}`),
    'runs.metadata',
    'runs.name',
  ],
  'an id': ['annotations.derivedFrom', 'annotations.viaKey'],
};

it('every other field that can hold a name is one that erasing looks into', () => {
  const to = unconnected();
  expect(
    fieldsToExplain([
      erasedFields(annotationModel(to), annotationNames),
      erasedFields(runModel(to), runNames),
      erasedFields(reviewRuleModel(to), reviewRuleNames),
      erasedFields(blindSampleModel(to), blindNames),
      erasedFields(blindSheetModel(to), blindNames),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});

const nameOf = (id: string): string | undefined => (id === 'ada' ? 'Erased person 7' : undefined);
const by = (authorId: string, authorName: string) => ({ authorId, authorName, at: new Date(0) });

it('the work of a person stays, with every decision, and the names of others', () => {
  const row = {
    ...{ _id: 'a', authorId: 'ada', authorName: 'Ada Marsh', content: 'Ada Marsh was here' },
    decisions: [
      { ...by('ben', 'Ben Ito'), verdict: 'rejected' },
      { ...by('ada', 'Ada M. Marsh'), verdict: 'accepted' },
    ],
    removal: by('ada', 'Ada Marsh'),
    restorations: [{ removed: by('ada', 'Ada Marsh'), restored: by('ben', 'Ben Ito') }],
  };
  expect(replaceNames(structuredClone(row), annotationNames, nameOf)).toEqual({
    authorName: 'Erased person 7',
    decisions: [row.decisions[0], { ...row.decisions[1], authorName: 'Erased person 7' }],
    'removal.authorName': 'Erased person 7',
    restorations: [{ removed: by('ada', 'Erased person 7'), restored: by('ben', 'Ben Ito') }],
  });
  expect(replaceNames({ authorId: 'bot', undoneById: 'ada', undoneByName: 'Ada Marsh' }, runNames, nameOf)).toEqual({
    undoneByName: 'Erased person 7',
  });
});
