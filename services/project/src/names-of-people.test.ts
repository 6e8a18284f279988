import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { projectModels } from './model.js';
import { memberNames, projectNames, siteVisitNames } from './names-of-people.js';

const CELLS = ['dataAgency', 'dataHistoric', 'dataPages', 'dataUserProvided', 'insights', 'siteRecon'];

/** Text fields kept when a person is erased, with reasons. */
const STAYS = {
  'what a project says of its client and its property': [
    'projects.assessment.dates.note',
    'projects.coverage.gaps.effect',
    'projects.coverage.gaps.reason',
    'projects.coverage.gaps.tried',
    ...['rows', 'history'].flatMap((part) => [
      `projects.interviews.${part}.person`,
      `projects.interviews.${part}.text`,
      `projects.lienSearches.${part}.searchedBy`,
      `projects.lienSearches.${part}.text`,
    ]),
    ...['links.name', 'links.email', 'answers.name', 'answers.answers.text'].map(
      (field) => `projects.questionnaire.${field}`,
    ),
    'projects.coverage.overrides.note',
    'projects.coverage.firstUse.note',
    ...['effect', 'reason', 'tried'].map((field) => `projects.coverage.history.gap.${field}`),
    'projects.coverage.history.override.note',
    'projects.coverage.history.firstUse.note',
    'projects.clientCompany',
    'projects.clientContact',
    'projects.clientEmail',
    'projects.clientPhone',
    'projects.propertyAddress',
    'projects.propertyBlock',
    'projects.propertyCity',
    'projects.propertyCoordinate',
    'projects.propertyNeighborhood',
    'projects.propertyNumber',
    'projects.propertyState',
    'projects.propertyZip',
    'projects.propertyMap.boundary.fileName',
    'projects.propertyMap.boundary.geometry',
    'projects.propertyMap.history.before.boundary.fileName',
    'projects.propertyMap.history.before.boundary.geometry',
    'projects.propertyMap.history.before.searchRadii.name',
    'projects.propertyMap.history.before.site.label',
    'projects.propertyMap.searchRadii.name',
    'projects.propertyMap.site.label',
    'projects.replacedState',
    'projects.replacedZip',
    'projects.searchText',
    'projects.title',
    'projects.titleKey',
  ],
  'what people typed about a visit': [
    'site_visits.accessNotes',
    'site_visits.checklist.note',
    'site_visits.findings',
    'site_visits.weatherConditions',
  ],
  'an address without account, for at most 37 days': ['invitations.email', 'project_mails.email'],
  'ids, numbers and days': [
    'invitations.invitedBy',
    'project_mails.invitedBy',
    'projects.assessment.acquisitionDate',
    'projects.assessment.dates.date',
    'projects.interviews.rows.date',
    'projects.interviews.history.date',
    ...['rows', 'history'].map((part) => `projects.lienSearches.${part}.date`),
    ...['links.lastDay', 'answers.date'].map((field) => `projects.questionnaire.${field}`),
    'projects.copiedFrom',
    'projects.createdBy',
    'projects.createdByAgent',
    'projects.dueDate',
    'projects.number',
    'projects.numberedFor',
    'projects.viaKey',
    'site_visits.photos',
    'site_visits.sortKey',
    'site_visits.visitDate',
    'site_visits.visitTime',
  ],
  'words of the contract': [
    'projects.coverage.gaps.area',
    'projects.coverage.gaps.source',
    'projects.coverage.overrides.source',
    ...['gap.area', 'gap.source', 'override.source'].map((field) => `projects.coverage.history.${field}`),
    'progress_sources.group',
    'site_visits.checklist.answer',
    ...CELLS.map((name) => `projects.progress.${name}`),
  ],
  'how far cells are counted': ['projects.progress.asked', 'projects.progress.counted'],
  'numbers behind the cells': [
    'projects.progress.documentCounts',
    'projects.progress.insightCounts',
    'projects.progress.ranks',
    'projects.progress.visitCounts',
  ],
};

it('every other field that can hold a name is covered by erasure', () => {
  const { projects, members, invitations, mails, siteVisits, sources, counters, looks } = projectModels(unconnected());
  expect(
    fieldsToExplain([
      erasedFields(projects, projectNames),
      erasedFields(members, memberNames),
      erasedFields(invitations),
      erasedFields(mails),
      erasedFields(siteVisits, siteVisitNames),
      erasedFields(sources),
      erasedFields(counters),
      erasedFields(looks),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});

it('a project keeps its creator, members and investigators, under another name', () => {
  const nameOf = (id: string): string | undefined => (id === 'ada' ? 'Erased person 7' : undefined);
  expect(replaceNames({ createdBy: 'ada', createdByName: 'Ada Marsh' }, projectNames, nameOf)).toEqual({
    createdByName: 'Erased person 7',
  });
  const removal = { authorId: 'ada', authorName: 'Ada Marsh' };
  expect(replaceNames({ createdBy: 'ben', createdByName: 'Ben Ito', removal }, projectNames, nameOf)).toEqual({
    'removal.authorName': 'Erased person 7',
  });
  expect(replaceNames({ userId: 'ada', name: 'Ada Marsh' }, memberNames, nameOf)).toEqual({ name: 'Erased person 7' });
  expect(replaceNames({ investigatorId: 'ada', investigatorName: 'Ada Marsh' }, siteVisitNames, nameOf)).toEqual({
    investigatorName: 'Erased person 7',
  });
  // a project from before names were stored, and one of another person
  expect(replaceNames({ createdBy: 'ada', createdByName: '' }, projectNames, nameOf)).toBeUndefined();
  expect(replaceNames({ userId: 'ben', name: 'Ben Ito' }, memberNames, nameOf)).toBeUndefined();
});
