import { unconnected } from '@symbio/mongo/testing';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { reportModels } from './model.js';
import { reportNames, versionNames } from './names-of-people.js';

/** Text fields kept when a person is erased, with the reason. */
const STAYS = {
  'texts of the report, as written': ['reports.sections.text', 'versions.reason'],
  'dates, hashes and files': [
    ...['reports.deliveryDate', 'versions.deliveryDate', 'versions.evidenceSha256'],
    ...['versions.files.contentType', 'versions.files.key', 'versions.files.name'],
    ...['versions.manifestSha256', 'versions.photographs.key', 'versions.problem'],
  ],
  'the qualification with which a version was signed': [
    ...['versions.signature.licence', 'versions.signature.licenceState'],
  ],
};

it('every other field that can hold a name is covered by erasure', () => {
  const { reports, versions } = reportModels(unconnected());
  expect(fieldsToExplain([erasedFields(reports, reportNames), erasedFields(versions, versionNames)])).toEqual(
    Object.values(STAYS).flat().sort(),
  );
});
