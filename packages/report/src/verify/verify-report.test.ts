import { conclusionOf } from './verify-report.js';

it.each([
  [0, 'The report is as it was written.'],
  [1, '1 fault.'],
  [2, '2 faults.'],
])('%s faults conclude with: %s', (count, sentence) => {
  expect(conclusionOf(Array.from({ length: count }, () => ({ code: 'file_missing', message: '' })))).toBe(sentence);
});
