import { documentsOf } from './documents.js';

const named = (...names: string[]) => names.map((name) => ({ name }));
const labels = (...names: string[]) => documentsOf(named(...names)).map(({ name, label }) => [name, label]);

it('a report of one PDF has no volumes', () => {
  expect(labels('report.docx', 'evidence.json', 'report.pdf', 'figures/report.jpg')).toEqual([
    ['report.pdf', 'PDF'],
    ['report.docx', 'Word'],
  ]);
});

it('volumes are in order', () => {
  const files = ['report-volume-10.pdf', 'report-volume-2.pdf', 'report.docx', 'report.pdf'];
  expect(labels(...files).map(([, label]) => label)).toEqual([
    ...['PDF, volume 1', 'PDF, volume 2', 'PDF, volume 10', 'Word'],
  ]);
});
