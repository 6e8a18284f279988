import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { toLogText } from './mapping.js';
import { jobModels } from './model.js';
import { logNames } from './names-of-people.js';

/** Text fields kept when a person is erased, with the reason. */
const STAYS = {
  'what people called their files': ['jobs.documentFilename'],
  'sentences of the product and of its workers': [
    'attempts.errorMessage',
    'jobs.errorDetails',
    'jobs.errorMessage',
    'jobs.progress.message',
    'logs.text',
  ],
  'ids and words of the contract': ['jobs.createdBy', 'jobs.documentCategory'],
};

it('every other field that can claim a name is one that erasing looks into', () => {
  const { jobs, attempts, logs, logCounters } = jobModels(unconnected());
  expect(
    fieldsToExplain([
      erasedFields(jobs),
      erasedFields(attempts),
      erasedFields(logs, logNames),
      erasedFields(logCounters),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});

it('a line about an action shows the given name', () => {
  const row = { seq: 1, at: new Date(0), text: 'Started again by {by}', byId: 'ada', byName: 'Ada $& Marsh' };
  expect(toLogText({ lines: [row], dropped: 0 })).toBe('1970-01-01T00:00:00.000Z  Started again by Ada $& Marsh');
  expect(replaceNames(row, logNames, () => 'Erased person 7')).toEqual({ byName: 'Erased person 7' });
  expect(toLogText({ lines: [row], dropped: 0 })).toMatch(/Started again by Erased person 7$/);
});
