import { toLogText } from './mapping.js';

const at = new Date('2026-03-01T10:00:00.000Z');

describe('the log as text (JOB-16, JOB-20)', () => {
  it('has one line each, with its time', () => {
    const lines = [
      { seq: 1, at, text: 'Created' },
      { seq: 2, at, text: 'Attempt 1 started' },
    ];
    expect(toLogText({ lines, dropped: 0 })).toBe(
      '2026-03-01T10:00:00.000Z  Created\n2026-03-01T10:00:00.000Z  Attempt 1 started',
    );
  });

  it('says how many lines were dropped', () => {
    const text = toLogText({ lines: [{ seq: 4, at, text: 'Completed' }], dropped: 3 });
    expect(text.split('\n')[0]).toBe('(3 earlier lines were dropped)');
  });

  it('is empty without lines (JOB-18)', () => {
    expect(toLogText({ lines: [], dropped: 0 })).toBe('');
  });
});
