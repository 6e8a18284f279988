import { customer, me } from '../../testing/fixtures.js';
import { screensFor } from './destinations.js';

describe('destinations of the palette', () => {
  it('are the stages of the open project, and the other screens that the user may open', () => {
    const labels = (...of: Parameters<typeof screensFor>) => screensFor(...of).map(({ label }) => label);
    expect(labels(me, 'p1')).toEqual(
      expect.arrayContaining(['Insights', 'Agents', 'Time machine', 'User Management', 'Agency lists']),
    );
    expect(labels(customer, 'p1')).not.toContain('Agents');
    expect(labels(customer, undefined)).toEqual([
      'Projects',
      'Map of projects',
      'Issues',
      'Account',
      'Notifications',
      'Data Privacy',
    ]);
    expect(screensFor(me, 'p1').find(({ label }) => label === 'Insights')?.path).toBe('/projects/p1/insights');
  });
});
