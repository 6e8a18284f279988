import type { Failure } from './load.js';
import { failuresOf, outcomeTable } from './report.js';

const stretch = {
  seconds: 61,
  requests: 600,
  failures: [],
  resent: 1,
  p50: 10,
  p99: 41.6,
  skipped: 0,
  p99Of: {},
};
const nothing = { lost: [], duplicates: [], altered: [] };

describe('the table of scenarios', () => {
  it('shows result, duration and counts of each scenario', () => {
    const tallies = [{ kind: 'project' as const, sent: 11, acknowledged: 10, there: 10, ...nothing }];
    const failures = [1, 2].map((at): Failure => ({ operation: 'list', kind: 'refused', at, reason: '503' }));
    const refusing = { ...stretch, failures };
    const recoveries = [
      { operation: 'list', seconds: 0.2 },
      { operation: 'create', seconds: 3.46 },
    ];
    const text = outcomeTable([
      { name: 'upgrade', problems: [], note: '12 images', seconds: 61.2, stretch: refusing, tallies, recoveries },
      { name: 'uninstall', problems: ['a Secret is left'], note: '', seconds: 4 },
    ]);
    const [, line, first = '', second = ''] = text.split('\n');
    expect(line).toMatch(/^[| -]+$/);
    expect(first.split('|').map((cell) => cell.trim())).toEqual([
      '',
      'upgrade',
      'passed',
      '61',
      '600',
      '2',
      '0',
      '0',
      '1',
      '42',
      '3.5',
      '10',
      '10',
      '0',
      '0',
      '12 images',
      '',
    ]);
    expect(second).toContain('FAILED');
  });
});

describe('failures', () => {
  it('are grouped by answer, without request ids', () => {
    const failure = (id: string): Failure => ({
      operation: 'list',
      kind: 'refused',
      at: 0,
      reason: `503 {"code":"busy","request_id":"${id}"}`,
    });
    const failures: Failure[] = [
      failure('a'),
      failure('b'),
      { operation: 'read', kind: 'unanswered', at: 0, reason: 'ECONNREFUSED' },
    ];
    expect(failuresOf({ ...stretch, failures })).toEqual([
      '2 times refused, list: 503 {"code":"busy",}',
      '1 times unanswered, read: ECONNREFUSED',
    ]);
  });
});
