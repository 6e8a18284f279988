import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';

/** Folders in reading order. Services and packages without a line here have the description of their package. */
const LINES: Readonly<Record<string, string>> = {
  'services/*': '',
  'services/page-engine': 'draws, cuts, reads and classifies PDFs in child processes; no database, no contracts',
  packages: 'libraries that processes share; each is imported by its exports only',
  'packages/*': '',
  gateway: 'the only HTTP origin: sign-in, REST, live streams, uploads, assistant tools',
  api: 'the public API, declared once; makes OpenAPI, client types and documentation',
  client: 'typed client of the public API',
  web: 'the single-page application: React, Fluent UI, OpenSeadragon',
  proto: 'contracts between processes: messages, calls, events, vocabularies',
  e2e: 'journeys through a running stack in a browser',
  examples: 'example agents in TypeScript and Python',
  tools: 'everything that runs, builds and tests Symbio and is not deployed',
  'tools/dev': 'the local stack: launcher, sign-in, mailbox, databases',
  'tools/build': 'generated documents, chart, images, lint rules, test runner',
  'tools/lab': 'drills, load, hostile input, benchmarks, cluster tests, screenshots',
  charts: 'the Helm chart',
  k8s: 'Kubernetes files for development and stand-ins',
  docs: 'documents; `docs/decisions` has the reasons',
};

const OMITTED = new Set(['node_modules', 'dist', 'gen', 'coverage']);

/** Without generated and hidden ones. */
const foldersIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(repoRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OMITTED.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => name);

const packageFile = (folder: string): string => path.join(repoRoot, folder, 'package.json');
const isPackage = (folder: string): boolean => fs.existsSync(packageFile(folder));
const isPresent = (folder: string): boolean =>
  fs.existsSync(path.join(repoRoot, folder)) &&
  fs.readdirSync(path.join(repoRoot, folder)).some((name) => !OMITTED.has(name));

const descriptionOf = (folder: string): string | undefined =>
  isPackage(folder)
    ? (JSON.parse(fs.readFileSync(packageFile(folder), 'utf8')) as { description?: string }).description
    : undefined;

const packagesIn = (folder: string): string[] =>
  isPresent(folder)
    ? foldersIn(folder)
        .map((name) => `${folder}/${name}`)
        .filter(isPackage)
    : [];

/** Folders that the tree must have: of the top level, services and packages. */
const requiredFolders = (): string[] => [
  ...foldersIn('.').filter((folder) => folder !== 'services' && isPresent(folder)),
  ...packagesIn('services'),
  ...packagesIn('packages'),
];

/** Line per folder as aligned text. @throws when a folder has no line */
export function folderTree(): string {
  const folders = Object.keys(LINES)
    .flatMap((folder) =>
      folder.endsWith('/*') ? packagesIn(folder.slice(0, -2)).filter((each) => LINES[each] === undefined) : [folder],
    )
    .filter((folder) => (folder.includes('/') && !folder.startsWith('tools/') ? isPackage(folder) : isPresent(folder)));
  const missing = requiredFolders().filter((folder) => !folders.includes(folder));
  if (missing.length > 0) throw new Error(`tools/build/docs/folder-tree.ts has no line for ${missing.join(', ')}`);
  const width = Math.max(...folders.map((folder) => folder.length)) + 3;
  const lines = folders.map((folder) => `${`${folder}/`.padEnd(width)}${LINES[folder] ?? descriptionOf(folder) ?? ''}`);
  return ['```text', ...lines, '```'].join('\n');
}
