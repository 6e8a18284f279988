import { customer, me } from '../../testing/fixtures.js';
import { screensFor } from './destinations.js';

describe('what the palette leads to', () => {
  it('are the stages of the project that is open, and what a person may open elsewhere', () => {
    const labels = (...of: Parameters<typeof screensFor>) => screensFor(...of).map(({ label }) => label);
    expect(labels(me, 'p1')).toEqual(expect.arrayContaining(['Insights', 'Agents', 'Time machine', 'User Management']));
    expect(labels(customer, 'p1')).not.toContain('Agents');
    expect(labels(customer, undefined)).toEqual([
      'Projects',
      'Issues',
      'Profile',
      'Notifications',
      'Security',
      'Data Privacy',
    ]);
    expect(screensFor(me, 'p1').find(({ label }) => label === 'Insights')?.path).toBe('/projects/p1/insights');
  });
});
