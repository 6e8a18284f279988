/** What people read: one spelling of email, and no ids in toasts. */
import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../dev/paths.js';

/** Texts that the specification prescribes letter by letter (OP-10). */
const PRESCRIBED = ["Didn't get the e-mail?"];

const FOLDERS = ['web/src', 'gateway/src', 'proto/src', 'tools/dev/issuer'];

function sourcesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory())
      return ['testing', 'gen', 'node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(at);
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|itest)\./.test(entry.name) ? [at] : [];
  });
}

const services = fs
  .readdirSync(path.join(repoRoot, 'services'))
  .map((name) => path.join('services', name, 'src'))
  .filter((folder) => fs.existsSync(path.join(repoRoot, folder)));

/** Sources without their comments, which speak to developers. */
const sources = [...FOLDERS, ...services]
  .flatMap((folder) => sourcesIn(path.join(repoRoot, folder)))
  .map((file) => ({
    file: path.relative(repoRoot, file),
    text: fs
      .readFileSync(file, 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/(^|\s)\/\/.*$/gm, '$1'),
  }));

/** Lines in which a pattern is found, with their files. */
function found(pattern: RegExp, isMeant: (line: string) => boolean = () => true): string[] {
  return sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && isMeant(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

it('says email in one spelling, but for what is prescribed', () => {
  expect(found(/\be-mail/i, (line) => !PRESCRIBED.some((text) => line.includes(text)))).toEqual([]);
});

/** What a toast says, by its two lines; ids that tell toasts of the same words apart are not shown. */
const SHOWN =
  /\b(?:title|description):[^\n]*\$\{(?:[\w.?]+\.)?(?:id|\w+Id|\w+_id)\}|\bdescription:\s*(?:[\w?]+\.)*(?:id|\w+Id|\w+_id)\b\s*[,}]/;

it('shows no id of a row in a toast', () => {
  const toasts = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnotify\(\{([\s\S]*?)\}\)/g)]
      .filter(([, words = '']) => SHOWN.test(words))
      .map(([toast]) => `${file}: ${toast}`),
  );
  expect(toasts).toEqual([]);
});

it('finds such an id where there is one', () => {
  expect(SHOWN.test("title: 'Started', description: `Job ID: ${started.jobId}`")).toBe(true);
  expect(SHOWN.test("title: 'Started', description: issue.id, ")).toBe(true);
  expect(SHOWN.test('title, description: `Job ID: ${data.job_id}`')).toBe(true);
  expect(SHOWN.test("title: 'Started', description: `Job ${shortId(job.id)}`")).toBe(false);
});
