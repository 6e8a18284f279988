import { unconnected } from '@symbio/mongo/testing';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { reportModels, type ReportRow } from './model.js';
import { reportNames, shareLinkNames, templateNames, versionNames } from './names-of-people.js';

/** Text fields kept when a person is erased, with the reason. */
const STAYS = {
  'texts of the report, as written': ['reports.sections.text', 'versions.reason'],
  'dates, hashes and files': [
    ...['reports.insuranceExpiresOn', 'reports.relianceLetterDate'],
    ...['reports.deliveryDate', 'versions.deliveryDate', 'versions.evidenceSha256'],
    ...['versions.files.contentType', 'versions.files.key', 'versions.files.name'],
    ...['versions.manifestSha256', 'versions.photographs.key', 'versions.problem'],
    ...['shareLinks.lastDay', 'versions.determinedBy'],
    ...['templates.file.contentType', 'templates.file.key', 'templates.file.name'],
    ...['templates.tags', 'versions.template.contentType', 'versions.template.key', 'versions.template.name'],
  ],
  'name of a link, as written': ['shareLinks.name'],
  'of an erased project': [...['versions.retained.projectNumber', 'versions.retained.projectTitle']],
  'removed together with the name': [
    ...['reports.professional.expiresOn', 'reports.professional.licence', 'reports.professional.licenceState'],
  ],
  'the qualification with which a version was signed': [
    ...['versions.signature.licence', 'versions.signature.licenceState'],
  ],
};

it('every other field that can hold a name is covered by erasure', () => {
  const { reports, versions, shareLinks, templates } = reportModels(unconnected());
  const erased = [
    ...[erasedFields(reports, reportNames), erasedFields(versions, versionNames)],
    ...[erasedFields(shareLinks, shareLinkNames), erasedFields(templates, templateNames)],
  ];
  expect(fieldsToExplain(erased)).toEqual(Object.values(STAYS).flat().sort());
});

it('a licence goes with the name of the environmental professional', () => {
  const professional = { id: 'u', name: 'Erased', path: 'experience', licence: 'PG 1', licenceState: 'NY' };
  const row = { sections: [], professional: { ...professional, expiresOn: '2027-01-31' } } as unknown as ReportRow;
  reportNames.also?.(row, [{ old: 'Ada', now: 'Somebody else' }]);
  expect(row.professional?.licence).toBe('PG 1');
  expect(reportNames.also?.(row, [{ old: 'Ada', now: 'Erased' }])).toHaveLength(3);
  expect(row.professional).toMatchObject({ licence: '', licenceState: '', expiresOn: '' });
});
