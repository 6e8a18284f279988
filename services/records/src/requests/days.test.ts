import { daysBetween } from '@symbio/assessment';
import { addWorkingDays, nextFollowUp } from './days.js';

describe('days of a request', () => {
  it('skip weekends', () => {
    // a Friday
    expect(addWorkingDays('2026-11-27', 1)).toBe('2026-11-30');
    expect(addWorkingDays('2026-11-27', 10)).toBe('2026-12-11');
  });

  it('are counted from sending to the answer', () => {
    expect(daysBetween('2026-11-27', '2026-12-11')).toBe(14);
  });

  it('are followed up ten working days after the last contact, unless a later day is given', () => {
    const sent = { sentOn: '2026-11-27', followUpOn: '' };
    expect(nextFollowUp(sent, [])).toBe('2026-12-11');
    expect(nextFollowUp(sent, [{ day: '2026-12-11' }])).toBe('2026-12-25');
    expect(nextFollowUp({ ...sent, followUpOn: '2026-12-01' }, [])).toBe('2026-12-01');
    expect(nextFollowUp({ ...sent, followUpOn: '2026-12-01' }, [{ day: '2026-12-02' }])).toBe('2026-12-16');
    expect(nextFollowUp({ sentOn: '', followUpOn: '' }, [])).toBe('');
    expect(nextFollowUp({ ...sent, outcome: 'none' }, [])).toBe('');
  });
});
