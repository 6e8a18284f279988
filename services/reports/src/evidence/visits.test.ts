import { SiteVisit } from '@symbio/proto/project';
import { visitsOf } from './visits.js';

it('a version carries visits until the day of its lock, not planned ones', () => {
  const visits = ['2026-12-05', '2026-11-29', '2026-11-17'].map((visitDate) =>
    SiteVisit.fromPartial({ id: visitDate, visitDate, accessGranted: true, weatherConditions: 'Clear' }),
  );
  expect(visitsOf({ visits }, new Date('2026-11-29T08:00:00Z')).map(({ date }) => date)).toEqual([
    '2026-11-17',
    '2026-11-29',
  ]);
});
