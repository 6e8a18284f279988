import { RecordHit, RecordSearch } from '@symbio/proto/records';
import { recordsOf } from './records.js';

it('a version carries decisions about records in words', () => {
  const disposition = {
    ...{ kind: 'not_relevant', reasonCodes: ['document', 'distance'], text: 'Closure letter of 2011.' },
    byName: 'Ann',
  };
  const hits = [RecordHit.fromPartial({ id: 'h1', list: 'LUST', disposition })];
  const search = RecordSearch.fromPartial({ createdAt: new Date('2026-11-28T09:00:00Z') });
  expect(recordsOf({ search, hits })?.hits).toMatchObject([
    {
      disposition: {
        decision: 'Not relevant',
        reason: 'Document of the agency; Distance; Closure letter of 2011.',
        by: 'Ann',
      },
    },
  ]);
});
