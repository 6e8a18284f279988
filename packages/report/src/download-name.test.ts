import { downloadName } from './download-name.js';

it.each([
  ['report.pdf', 'report-v3.pdf'],
  ['report-volume-2.pdf', 'report-v3-volume-2.pdf'],
  ['report.docx', 'report-v3.docx'],
  ['figures/figure-001.jpg', 'figure-001.jpg'],
  ['manifest.json', 'manifest.json'],
])('%s is downloaded as %s', (name, expected) => {
  expect(downloadName(name, 3)).toBe(expected);
});
