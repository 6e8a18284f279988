import { visitStatus, visitStatusLabel, currentVisit, type SiteVisit } from './visit-status.js';

const visit = { visit_date: '2025-10-03', visit_time: '14:30:00', access_granted: true, findings: null };
const at = (text: string): Date => new Date(text);

describe('the status of a site visit', () => {
  it('is cancelled without access, whatever was found (VISIT-03)', () => {
    expect(visitStatus({ ...visit, access_granted: false, findings: 'Stained soil' })).toBe('cancelled');
  });

  it('is completed with access and findings, even before its time (VISIT-04)', () => {
    expect(visitStatus({ ...visit, findings: 'Stained soil' }, at('2025-10-01T08:00:00'))).toBe('completed');
    expect(visitStatus({ ...visit, findings: '   ' }, at('2025-10-01T08:00:00'))).toBe('scheduled');
  });

  it('is in progress from its time on, scheduled before (VISIT-05, VISIT-06)', () => {
    expect(visitStatus(visit, at('2025-10-03T14:29:59'))).toBe('scheduled');
    expect(visitStatus(visit, at('2025-10-03T14:30:00'))).toBe('in_progress');
    expect(visitStatus(visit, at('2025-10-04T00:00:00'))).toBe('in_progress');
  });

  it.each([null, '', ' '])('defaults to 09:00 when the time is %j (VISIT-07)', (visit_time) => {
    expect(visitStatus({ ...visit, visit_time }, at('2025-10-03T08:59:00'))).toBe('scheduled');
    expect(visitStatus({ ...visit, visit_time }, at('2025-10-03T09:00:00'))).toBe('in_progress');
  });

  it('has a label each, and Unknown for anything else (VISIT-08)', () => {
    expect(['scheduled', 'in_progress', 'completed', 'cancelled', 'postponed'].map(visitStatusLabel)).toEqual([
      'Scheduled',
      'In Progress',
      'Completed',
      'Cancelled',
      'Unknown',
    ]);
    expect(visitStatusLabel(visitStatus({ ...visit, visit_date: 'soon' }))).toBe('Unknown');
  });
});

describe('the current visit', () => {
  const row = (id: string, visit_date: string, more: Partial<SiteVisit> = {}) =>
    ({ ...visit, id, visit_date, visit_time: '09:00', ...more }) as SiteVisit;
  const now = at('2025-10-03T12:00:00');
  const idOf = (...visits: SiteVisit[]): string | undefined => currentVisit(visits, now)?.id;

  it('is the last started one in progress, also when its findings are written on the day', () => {
    expect(idOf(row('old', '2025-09-01'), row('now', '2025-10-03'), row('next', '2025-10-09'))).toBe('now');
    expect(idOf(row('done', '2025-10-03', { findings: 'Stained soil' }))).toBe('done');
  });

  it('is null when all are over, upcoming or cancelled', () => {
    expect(
      idOf(
        row('done', '2025-10-01', { findings: 'Stained soil' }),
        row('next', '2025-10-09'),
        row('off', '2025-10-03', { access_granted: false }),
      ),
    ).toBeUndefined();
  });
});
