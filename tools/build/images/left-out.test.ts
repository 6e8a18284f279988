import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { repoJson, repoRoot } from '../../dev/paths.js';
import { serviceNames } from '@symbio/topology';
import { KEPT, LEFT_OUT, UNWANTED_OPTIONAL } from './left-out.mjs';

interface Manifest {
  name: string;
  exports?: Record<string, string | { default: string }>;
  dependencies?: Record<string, string>;
}
const read = (folder: string): Manifest => repoJson(folder, 'package.json');
const folders = [
  ...['proto', 'api', 'client', 'gateway', 'tools'],
  ...['packages', 'services']
    .flatMap((parent) => fs.readdirSync(path.join(repoRoot, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => fs.existsSync(path.join(repoRoot, folder, 'package.json'))),
];
const own = new Map(folders.map((folder) => [read(folder).name, folder]));
const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Source file that an import of a workspace package resolves to. */
function source(specifier: string): string {
  const name = nameOf(specifier);
  const folder = own.get(name) ?? '';
  const below = `.${specifier.slice(name.length)}`;
  for (const [key, entry] of Object.entries(read(folder).exports ?? {})) {
    const target = typeof entry === 'string' ? entry : entry.default;
    const [before = '', after] = key.split('*');
    const fits = after === undefined ? below === key : below.startsWith(before) && below.endsWith(after);
    if (!fits) continue;
    const built = target.replace('*', below.slice(before.length));
    return path.join(repoRoot, folder, built.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts'));
  }
  throw new Error(`${specifier} is not among the exports of ${folder}`);
}

/** Marks a lookup of the file that Node.js would load. */
const RESOLVE = Symbol('resolve');

/** Follows the imports of programs. @returns imported packages, own sources, and imported files that images lack */
async function reached(
  ...programs: string[]
): Promise<{ packages: Set<string>; sources: string[]; stripped: string[] }> {
  const packages = new Set<string>();
  const { metafile } = await build({
    entryPoints: programs.map((program) => path.join(repoRoot, program)),
    absWorkingDir: repoRoot,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'out',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: ['*.node'],
    plugins: [
      {
        name: 'packages',
        setup: (builder) =>
          builder.onResolve({ filter: /^[^./]/ }, async ({ kind, path: specifier, resolveDir, pluginData }) => {
            if (kind === 'entry-point' || specifier.startsWith('node:') || pluginData === RESOLVE) return undefined;
            const name = nameOf(specifier);
            packages.add(name);
            if (own.has(name) && !specifier.endsWith('.json')) return { path: source(specifier) };
            if (name in KEPT) return builder.resolve(specifier, { kind, resolveDir, pluginData: RESOLVE });
            return { path: specifier, external: true };
          }),
      },
    ],
  });
  const files = Object.keys(metafile.inputs);
  const stripped = files.filter((file) => {
    const [name = '', kept] = Object.entries(KEPT).find(([one]) => file.startsWith(`node_modules/${one}/`)) ?? [];
    return kept && !kept.test(file.slice(`node_modules/${name}/`.length));
  });
  return { packages, sources: files, stripped };
}

/** Programs of an image; children are started by path, not imported. */
const READING = 'services/page-engine/src/reading/child.ts';
const PROGRAMS: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries(serviceNames.map((name) => [name, [`services/${name}/src/main.ts`]])),
  document: [
    'services/document/src/main.ts',
    READING,
    'services/page-engine/src/attachments/child.ts',
    'services/page-engine/src/conversion/child.ts',
    'services/page-engine/src/unlocking/child.ts',
    'services/page-engine/src/splitting/child.ts',
    'services/page-engine/src/photographs/child.ts',
    'services/page-engine/src/streets/child.ts',
  ],
  'document-worker': [
    'services/document/src/worker/main.ts',
    'services/page-engine/src/pipeline/child.ts',
    'services/page-engine/src/lettering/child.ts',
    READING,
  ],
  feature: ['services/feature/src/main.ts', 'services/feature/src/worker/main.ts'],
  issue: ['services/issue/src/main.ts', 'services/page-engine/src/screenshots/child.ts'],
  reports: ['services/reports/src/main.ts', 'services/reports/src/composing/child.ts'],
  gateway: ['gateway/src/main.ts'],
  operations: ['packages/operations/src/main.ts'],
};
/** Reachable, but only as a fallback: left-out.mjs says why. */
const FALLBACKS: Readonly<Record<string, string[]>> = { 'document-worker': ['tesseract.js'] };

describe('the image of', () => {
  it.each(Object.keys(PROGRAMS))('%s has what its programs load', async (name) => {
    const { packages, sources, stripped } = await reached(...(PROGRAMS[name] ?? []));
    expect(packages.size).toBeGreaterThan(3);
    expect(stripped).toEqual([]);
    const leftOut = LEFT_OUT[name] ?? [];
    const missing = leftOut.filter((one) => packages.has(one) && !FALLBACKS[name]?.includes(one));
    expect(missing).toEqual([]);
    expect(
      sources.filter((file) => /\/testing\/|\/testing\.ts$|\.test\.ts$/.test(file) && !file.includes('node_modules')),
    ).toEqual([]);
  });

  it('the issue service decodes uploaded pictures only in its child process', async () => {
    const loadsSharp = async (program: string): Promise<boolean> => {
      const { packages, sources } = await reached(program);
      return packages.has('sharp') || sources.some((file) => file.endsWith('page-engine/src/pictures/sharp.ts'));
    };
    expect(await loadsSharp('services/issue/src/main.ts')).toBe(false);
    expect(await loadsSharp('services/page-engine/src/screenshots/child.ts')).toBe(true);
  });

  it('the gateway has neither a database nor the AWS SDK', () => {
    const installed = new Set<string>();
    const add = (folder: string): void => {
      for (const name of Object.keys(read(folder).dependencies ?? {})) {
        if (installed.has(name)) continue;
        installed.add(name);
        const workspace = own.get(name);
        if (workspace) add(workspace);
      }
    };
    add('gateway');
    expect(installed).toContain('nats');
    expect([...installed].filter((name) => /^(?:mongoose|mongodb|@aws-sdk\/.*)$/.test(name))).toEqual([]);
  });

  it('an omission that matches nothing omits nothing', () => {
    const known = new Set(folders.flatMap((folder) => Object.keys(read(folder).dependencies ?? {})));
    for (const [program, names] of Object.entries(LEFT_OUT)) {
      expect(Object.keys(PROGRAMS)).toContain(program);
      expect([program, names.filter((name) => !known.has(name))]).toEqual([program, []]);
    }
  });

  it('omitted packages are optional dependencies', () => {
    for (const [name, unwanted] of Object.entries(UNWANTED_OPTIONAL)) {
      const { optionalDependencies } = repoJson<{ optionalDependencies?: Record<string, string> }>(
        ...['node_modules', name, 'package.json'],
      );
      expect(Object.keys(optionalDependencies ?? {})).toEqual(expect.arrayContaining([...unwanted]));
    }
  });
});
