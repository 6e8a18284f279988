import { beginAtZero, createMetrics } from './metrics.js';

describe('a metric whose increase an alert asks for', () => {
  it('is exported with 0 for each value of its labels before anything is counted', async () => {
    const { registry, deadLetters, jobWait } = createMetrics('test');
    expect(await registry.metrics()).not.toContain('symbio_dead_letters_total{');
    beginAtZero(deadLetters, [{ consumer: 'a' }, { consumer: 'b' }]);
    beginAtZero(jobWait, [{ kind: 'classify-document' }]);
    const text = await registry.metrics();
    for (const consumer of ['a', 'b'])
      expect(text).toContain(`symbio_dead_letters_total{consumer="${consumer}",service="test"} 0\n`);
    expect(text).toContain('symbio_job_wait_seconds_count{service="test",kind="classify-document"} 0\n');
  });
});
