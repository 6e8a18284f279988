import { PROCESSING_STATUSES } from '@symbio/proto/document/vocabulary';
import { idleStatus } from './processing-status.js';

describe('the status of a document without a job (OP-19)', () => {
  it.each([
    ['uploaded', false, { total: 0, ready: 0, failed: 0, analyzed: 0 }],
    ['classified', true, { total: 0, ready: 0, failed: 0, analyzed: 0 }],
    ['classified', true, { total: 5, ready: 0, failed: 0, analyzed: 0 }],
    ['pages_ready', false, { total: 5, ready: 1, failed: 0, analyzed: 1 }],
    ['pages_ready', true, { total: 5, ready: 5, failed: 0, analyzed: 4 }],
    ['analysis_complete', true, { total: 5, ready: 5, failed: 0, analyzed: 5 }],
    ['analysis_complete', false, { total: 5, ready: 4, failed: 1, analyzed: 4 }],
  ] as const)('%s: classified %s, %j', (expected, classified, counts) => {
    expect(idleStatus(classified, counts)).toBe(expected);
    expect(PROCESSING_STATUSES).toContain(expected);
  });
});
