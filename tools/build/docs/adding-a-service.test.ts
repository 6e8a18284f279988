/** Follows docs/adding-a-service.md in a copy of the repository. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../dev/paths.js';
import { FOR_GO } from '../testing/suites.js';

/** Maximum number of lines that a new service adds to existing files. */
const MOST_LINES = 6;
/** Compiles everything where nothing is compiled yet: a minute when idle, minutes on a busy machine. */
const LIMIT_MS = 600_000;
const COPIED = [
  'proto',
  'api',
  'packages',
  'services',
  'gateway',
  'tools',
  'e2e',
  'docs',
  'charts',
  'k8s',
  'web/src',
  '.cache/libraries',
];

/**
 * Packages that the guide changes, checked against compiled output of the rest; contracts and declarations as sources,
 * whose output lacks the new service.
 */
const CHECKED = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    composite: false,
    incremental: false,
    paths: { '@symbio/proto/*': ['./proto/src/*.ts'], '@symbio/api': ['./api/src/index.ts'] },
  },
  include: [
    'proto/src',
    'api/src',
    'services/note/src',
    'gateway/src',
    'gateway/test',
    'packages/topology/src/topology.ts',
  ],
};

interface GuideFile {
  file: string;
  text: string;
}

/** Line that the guide adds to an existing file: after, or before, the first line that contains `anchor`. */
interface GuideLine {
  file: string;
  place: 'before' | 'after';
  anchor: string;
  text: string;
}

/** Blocks with `file=` and with `line=` in their first line, in the order of the guide. */
function readGuide(markdown: string): { files: GuideFile[]; lines: GuideLine[] } {
  const files: GuideFile[] = [];
  const lines: GuideLine[] = [];
  for (const [, info = '', text = ''] of markdown.matchAll(/^```\w+ (.+)\n([^]*?)^```$/gm)) {
    const file = /^file=(\S+)$/.exec(info)?.[1];
    const line = /^line=(\S+) (before|after)="(.+)"$/.exec(info);
    if (file !== undefined) files.push({ file, text });
    else if (line) lines.push({ file: line[1]!, place: line[2] as GuideLine['place'], anchor: line[3]!, text });
    else throw new Error(`not understood: ${info}`);
  }
  return { files, lines };
}

/** Inserts the line. @throws when the anchor is missing */
function insertLine(document: string, { file, place, anchor, text }: GuideLine): string {
  const all = document.split('\n');
  const at = all.findIndex((line) => line.includes(anchor));
  if (at < 0) throw new Error(`${file} has no line with ${anchor}`);
  all.splice(place === 'before' ? at : at + 1, 0, ...text.replace(/\n$/, '').split('\n'));
  return all.join('\n');
}

const { files, lines } = readGuide(fs.readFileSync(path.join(repoRoot, 'docs', 'adding-a-service.md'), 'utf8'));
const run = promisify(execFile);
let copy: string;

function copySources(): void {
  const standing = fs.readdirSync(repoRoot, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const each of [...COPIED, ...standing.map(({ name }) => name)]) {
    fs.cpSync(path.join(repoRoot, each), path.join(copy, each), {
      recursive: true,
      // keeps the compiled output valid: a newer tsconfig.base.json would recompile everything
      preserveTimestamps: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    });
  }
}

/** Makes a workspace of the copy resolvable by name, with its own packages. */
function linkWorkspace(folder: string): void {
  const workspace = path.join(copy, folder);
  fs.symlinkSync(workspace, path.join(copy, 'node_modules', '@symbio', path.basename(folder)));
  const own = path.join(repoRoot, folder, 'node_modules');
  if (fs.existsSync(own)) fs.symlinkSync(own, path.join(workspace, 'node_modules'));
}

/** Links the repository's packages; workspaces resolve to the copy. */
function linkPackages(): void {
  const packages = path.join(copy, 'node_modules');
  fs.mkdirSync(path.join(packages, '@symbio'), { recursive: true });
  for (const name of fs.readdirSync(path.join(repoRoot, 'node_modules')))
    if (name !== '@symbio') fs.symlinkSync(path.join(repoRoot, 'node_modules', name), path.join(packages, name));
  const inside = (folder: string) => fs.readdirSync(path.join(copy, folder)).map((name) => `${folder}/${name}`);
  const folders = ['proto', 'api', 'gateway', 'tools', ...inside('packages'), ...inside('services')];
  for (const folder of folders) linkWorkspace(folder);
}

async function inCopy(folder: string, program: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...FOR_GO, JEST_WORKER_ID: undefined };
  try {
    await run(process.execPath, [path.join(copy, 'node_modules', program), ...args], {
      cwd: path.join(copy, folder),
      env,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}:\n${stdout}\n${stderr}`, { cause: error });
  }
}

beforeAll(async () => {
  // the real path: programs compare it with resolved paths
  copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-growth-')));
  copySources();
  linkPackages();
  // compile existing packages where that is missing
  await inCopy('.', '@typescript/native/bin/tsc', '-b', '--checkers', '1', 'gateway');
  for (const { file, text } of files) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.writeFileSync(path.join(copy, file), text);
  }
  for (const line of lines) {
    const file = path.join(copy, line.file);
    fs.writeFileSync(file, insertLine(fs.readFileSync(file, 'utf8'), line));
  }
  linkWorkspace('services/note');
}, LIMIT_MS);
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

describe('a service added as in the guide', () => {
  it(`needs only new files and at most ${MOST_LINES} lines in existing ones`, () => {
    expect(files.filter(({ file }) => fs.existsSync(path.join(repoRoot, file)))).toEqual([]);
    const added = lines.flatMap(({ text }) => text.trimEnd().split('\n'));
    expect(added.length).toBeGreaterThan(0);
    expect(added.length).toBeLessThanOrEqual(MOST_LINES);
  });

  it(
    'compiles, with its contract, its exports and its rows of the access matrix',
    async () => {
      await inCopy('proto', '@bufbuild/buf/bin/buf', 'lint');
      await inCopy('proto', '@bufbuild/buf/bin/buf', 'generate');
      fs.writeFileSync(path.join(copy, 'check.json'), JSON.stringify(CHECKED));
      await inCopy('.', '@typescript/native/bin/tsc', '-p', 'check.json', '--checkers', '1');
      // its own project and its references
      await inCopy('.', '@typescript/native/bin/tsc', '-b', '--dry', 'services/note');
    },
    LIMIT_MS,
  );

  it(
    'is in the lists, and its own tests pass',
    async () => {
      await inCopy('.', 'tsx/dist/cli.mjs', 'tools/build/docs/main.ts');
      await inCopy(
        '.',
        'jest/bin/jest.js',
        ...['--selectProjects', 'unit', '-w', '1', '--runTestsByPath'],
        ...['services/note/src/notes.test.ts', 'proto/src/catalogue.test.ts'],
        'tools/dev/topology.test.ts',
      );
    },
    LIMIT_MS,
  );
});
