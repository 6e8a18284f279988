/** Texts that people read: one spelling of email and of each state, no ids in toasts. */
import fs from 'node:fs';
import path from 'node:path';
import * as labels from '@symbio/proto/labels';
import { repoRoot } from '../../dev/paths.js';

/** Texts that the specification prescribes literally (OP-10). */
const PRESCRIBED = ["Didn't get the e-mail?"];

const FOLDERS = ['web/src', 'gateway/src', 'proto/src', 'packages/fixtures/src/issuer'];

function sourcesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory())
      return ['testing', 'gen', 'node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(at);
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|itest)\./.test(entry.name) ? [at] : [];
  });
}

const services = ['services', 'packages']
  .flatMap((parent) => fs.readdirSync(path.join(repoRoot, parent)).map((name) => path.join(parent, name, 'src')))
  .filter((folder) => fs.existsSync(path.join(repoRoot, folder)));

const sources = [...FOLDERS, ...services]
  .flatMap((folder) => sourcesIn(path.join(repoRoot, folder)))
  .map((file) => ({
    file: path.relative(repoRoot, file),
    text: fs
      .readFileSync(file, 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/(^|\s)\/\/.*$/gm, '$1'),
  }));

function found(pattern: RegExp, isMeant: (line: string) => boolean = () => true): string[] {
  return sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && isMeant(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

it('texts spell email in one way, except where requirements prescribe another', () => {
  expect(found(/\be-mail/i, (line) => !PRESCRIBED.some((text) => line.includes(text)))).toEqual([]);
});

/** Each state word with its label, where they differ. Reasons are no states: one is called `status`. */
const STATES = Object.entries(labels).flatMap(([name, each]) =>
  typeof each === 'function' || name === 'REASON_CODE_LABELS'
    ? []
    : Object.entries(each).filter(([word, label]) => word !== label),
);

/** Label beside its word: `in_progress: 'In progress'`, `failed: { label: 'Failed'`, `['open', 'Open']`. */
const BESIDE_WORD = new RegExp(
  STATES.map(([word]) => `(?:\\b${word}: (?:\\{ label: )?|\\['${word}', )'${word.replaceAll('_', '[ _]')}'`).join('|'),
  'i',
);
/** Where labels are. The text of reports is no screen: it must not change with one. */
const OF_LABELS = ['proto/src/labels.ts', 'packages/report/src/content/words.ts'];
/** `none: 'none'` is a value, not a label. */
const isValue = (line: string): boolean => /\b(\w+): '\1'/.test(line);
const saysState = (line: string): boolean => BESIDE_WORD.test(line);

it('the label of a state is defined in one place', () => {
  expect(STATES).toContainEqual(['in_progress', 'In Progress']);
  const repeated = found(BESIDE_WORD, (line) => !isValue(line));
  expect(repeated.filter((line) => !OF_LABELS.some((file) => line.startsWith(file)))).toEqual([]);
});

it('a repeated label of a state is found', () => {
  for (const line of ["  in_progress: 'In progress',", "  failed: { label: 'Failed', color }", "  ['open', 'Open'],"])
    expect(saysState(line)).toBe(true);
  expect(saysState("  { label: 'Uploaded', sort: 'created_at' },")).toBe(false);
});

/** The two lines of a toast; ids that distinguish toasts with the same text are not shown. */
const SHOWN =
  /\b(?:title|description):[^\n]*\$\{(?:[\w.?]+\.)?(?:id|\w+Id|\w+_id)\}|\bdescription:\s*(?:[\w?]+\.)*(?:id|\w+Id|\w+_id)\b\s*[,}]/;

it('no toast contains the id of a row', () => {
  const toasts = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnotify\(\{([\s\S]*?)\}\)/g)]
      .filter(([, words = '']) => SHOWN.test(words))
      .map(([toast]) => `${file}: ${toast}`),
  );
  expect(toasts).toEqual([]);
});

it('an id in a toast is found', () => {
  expect(SHOWN.test("title: 'Started', description: `Job ID: ${started.jobId}`")).toBe(true);
  expect(SHOWN.test("title: 'Started', description: issue.id, ")).toBe(true);
  expect(SHOWN.test('title, description: `Job ID: ${data.job_id}`')).toBe(true);
  expect(SHOWN.test("title: 'Started', description: `Job ${shortId(job.id)}`")).toBe(false);
});
