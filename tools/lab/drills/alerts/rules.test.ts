import { readQuery } from '../../../build/chart/promql.js';
import { alerts, chartText } from '../../../build/chart/chart-files.js';
import { verdict } from './faults.js';
import { quickRules } from './rules.js';

const VALUES = {
  namespace: 'symbio',
  prefix: 'symbio',
  runbooks: '',
  outboxAgeSeconds: 60,
  errorPercent: 1,
  p99Seconds: 2,
  jobsFailed: 3,
  jobWaitSeconds: 600,
  blobsFreeGiB: 20,
  signingKeyDays: 365,
};

describe('the alerts of a drill', () => {
  it('are those of the chart, twenty times faster', () => {
    const quick = quickRules(chartText('files', 'alerts.yaml'), VALUES);
    expect(quick).not.toMatch(/\[\[ \w/);
    expect(quick.match(/- alert: /g)).toHaveLength(alerts().length);
    expect(quick).toContain('for: 15s');
    expect(quick).toMatch(/symbio_outbox_lag_seconds\{namespace="symbio"\}\) > 3$/m);
    expect(quick).toMatch(/symbio_audit_lag_seconds\{namespace="symbio"\}\) > 45$/m);
    expect(quick).toContain('status=~"5.."}[15s]');
    for (const [, query = ''] of quick.matchAll(/expr: (?!\|)(.+)$/gm))
      expect(readQuery(query).selectors).not.toEqual([]);
  });

  it('need a value for each placeholder of the chart', () => {
    expect(() => quickRules('expr: a > [[ unknown ]]', VALUES)).toThrow('unknown');
  });
});

describe('the verdict about fired alerts', () => {
  const fault = { must: ['A', 'B'], may: { C: 'it follows from A' } };

  it('accepts all required and permitted alerts', () => {
    expect(verdict(fault, new Set(['A', 'B']))).toEqual([]);
    expect(verdict(fault, new Set(['A', 'B', 'C']))).toEqual([]);
  });

  it('names missing and unexpected alerts', () => {
    expect(verdict(fault, new Set(['A', 'D']))).toEqual(['B did not fire', 'D fired']);
  });
});
