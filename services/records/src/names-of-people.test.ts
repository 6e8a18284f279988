import { unconnected } from '@symbio/mongo/testing';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { recordsModels } from './model.js';
import {
  dataSetNames,
  decidedHitNames,
  distanceNames,
  proposalNames,
  radiusReportNames,
  requestNames,
  ruleNames,
  searchNames,
  versionNames,
} from './names-of-people.js';

/** Text fields kept when a person is erased, with the reason. */
const STAYS = {
  'about the list and its file': [
    ...['data_sets.agency', 'data_sets.licence', 'data_sets.name', 'data_sets.sourceUrl', 'versions.fileName'],
    ...['record_searches.data.agencyDate', 'record_searches.data.name', 'versions.agencyDate'],
    ...['record_searches.boundary', 'original_rows.v'],
  ],
  'columns and rows of a public file': [
    ...['data_sets.mappings.columns', 'data_sets.mappings.lists', 'versions.format', 'versions.problem'],
    ...['versions.progress', 'versions.unknown', 'versions.header', 'search_hits.hits'],
    ...['a', 'c', 'f', 'k', 'l', 'n', 'o', 'q', 's', 't', 'v', 'z'].map((field) => `records.${field}`),
  ],
  'words of the contract, and a reason as written': [
    ...['record_searches.counts.list', 'search_distances.distances.kind', 'search_distances.distances.list'],
    'search_distances.distances.reason',
    ...['decided_hits.history', 'record_rules', 'record_proposals'].flatMap((row) => [`${row}.codes`, `${row}.text`]),
  ],
  'a letter to an agency and its answer, as written': [
    ...['agencyName', 'agencyAddress', 'agencyEmail', 'agencyPortal', 'subject', 'method', 'reference', 'note'].map(
      (field) => `agency_requests.fields.${field}`,
    ),
    ...['sentOn', 'promisedOn', 'followUpOn', 'answeredOn'].map((field) => `agency_requests.fields.${field}`),
    ...['agency_requests.area', 'agency_requests.followUps.day', 'agency_requests.followUps.note'],
  ],
  'tables of a radius report': [
    ...['dates', 'documentName', 'doubts', 'lists', 'orphans', 'rows', 'vendor'].map(
      (field) => `radius_reports.${field}`,
    ),
  ],
  'facts of a public record, and a filter of them': [
    ...['decided_hits.hit', 'decided_hits.history.facts', 'decided_hits.history.address'],
    ...['lists', 'certainties', 'directions', 'statuses', 'violations'].map((field) => `record_rules.filter.${field}`),
  ],
};

it('every other field that can hold a name is covered by erasure', () => {
  const {
    dataSets,
    versions,
    records,
    originalRows,
    searches,
    hits,
    distances,
    requests,
    radiusReports,
    ...decisions
  } = recordsModels(unconnected());
  expect(
    fieldsToExplain([
      erasedFields(dataSets, dataSetNames),
      erasedFields(versions, versionNames),
      erasedFields(records),
      erasedFields(originalRows),
      erasedFields(searches, searchNames),
      erasedFields(hits),
      erasedFields(distances, distanceNames),
      erasedFields(decisions.decidedHits, decidedHitNames),
      erasedFields(decisions.rules, ruleNames),
      erasedFields(decisions.proposals, proposalNames),
      erasedFields(requests, requestNames),
      erasedFields(radiusReports, radiusReportNames),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});
