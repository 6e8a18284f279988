import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import { clockOf } from './clock.js';
import { resolveComponents } from './components.js';
import { addYears } from './days.js';

const TODAY = '2026-06-01';
const dated = (dates: Partial<Record<ComponentKind, string>>, visits: string[] = []) =>
  resolveComponents(
    Object.entries(dates).map(([kind, date]) => ({ kind: kind as ComponentKind, date })),
    { site_inspection: visits },
  );
const clock = (dates: Partial<Record<ComponentKind, string>>, acquisitionDate?: string) =>
  clockOf(dated(dates), { acquisitionDate, today: TODAY });

describe('the components of an assessment', () => {
  it('are five; the inspection is the earliest completed visit unless a person states a date', () => {
    const visits = ['2026-04-09', '2026-03-02'];
    expect(dated({ interviews: '2026-05-01' }, visits).map(({ kind, date, source }) => [kind, date, source])).toEqual([
      ['interviews', '2026-05-01', 'typed'],
      ['lien_search', undefined, undefined],
      ['records_review', undefined, undefined],
      ['site_inspection', '2026-03-02', 'visit'],
      ['declaration', undefined, undefined],
    ]);
    expect(
      resolveComponents([], { lien_search: ['2026-04-20', '2026-04-11'], interviews: ['2026-04-12'] }),
    ).toMatchObject([
      { kind: 'interviews', date: '2026-04-12', source: 'interview' },
      { kind: 'lien_search', date: '2026-04-11', source: 'lien_search' },
      ...[{ source: undefined }, { source: undefined }, { source: undefined }],
    ]);
    expect(dated({ site_inspection: '2026-04-09' }, visits)[3]).toMatchObject({ date: '2026-04-09', source: 'typed' });
  });
});

describe('the clock of an assessment', () => {
  it('starts at the earliest component: 180 days, and one year for the whole inquiry (40 CFR 312.20)', () => {
    expect(clock({ declaration: '2026-05-20', interviews: '2026-05-01', records_review: '2026-05-10' })).toEqual({
      ...{ state: 'valid', judgedOn: TODAY, earliest: 'interviews' },
      ...{ expiresOn: '2026-10-28', inquiryExpiresOn: '2027-05-01', daysLeft: 149 },
    });
  });

  it.each([
    ['2025-12-03', 0, 'expiring'],
    ['2025-12-02', -1, 'expired'],
    ['2026-01-02', 30, 'expiring'],
    ['2026-01-03', 31, 'valid'],
  ])('of a component of %s has %d days left: %s', (interviews, daysLeft, state) => {
    expect(clock({ interviews })).toMatchObject({ daysLeft, state });
  });

  it.each([
    ['2026-10-28', 0, 'expiring'],
    ['2026-10-29', -1, 'expired'],
    ['2026-07-01', 119, 'valid'],
  ])('is judged on an acquisition of %s', (acquisition, daysLeft, state) => {
    expect(clock({ interviews: '2026-05-01' }, acquisition)).toMatchObject({ judgedOn: acquisition, daysLeft, state });
  });

  it('does not warn about an acquisition that took place in time', () => {
    expect(clock({ interviews: '2025-11-01' }, '2026-04-29')).toMatchObject({ daysLeft: 1, state: 'valid' });
  });

  it('does not run without dates', () => {
    expect(clock({})).toMatchObject({ state: 'undated', expiresOn: undefined, daysLeft: undefined });
  });

  it('ends a year after February 29 on February 28', () => {
    expect([addYears('2028-02-29', 1), addYears('2028-02-29', 4)]).toEqual(['2029-02-28', '2032-02-29']);
  });
});
