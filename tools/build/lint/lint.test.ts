import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repoRoot } from '../../dev/paths.js';

/** Small repository: files that the rules refuse, and files they must accept. */
const FILES: Record<string, string> = {
  'services/plan/src/a.ts': `import { b } from './b.js';\nexport const a = (): number => b();`,
  'services/plan/src/b.ts': `import { a } from './a.js';\nexport const b = (): number => a();`,
  'services/plan/src/plans.ts': `import mongoose from 'mongoose';\nimport nats from 'nats';\nimport { toFields } from '../../../packages/runtime/src/fields.js';\nexport const all = [mongoose, nats, toFields, process.env.HOME];`,
  'services/plan/src/model.ts': `import mongoose from 'mongoose';\nexport const model = mongoose;`,
  'services/plan/src/config.ts': `export const home = process.env.HOME;`,
  'web/src/features/maps/screen.ts': `import { plans } from '../plans/plans.js';\nimport { store } from '../../app/store.js';\nexport const all = [plans, store];`,
  'web/src/features/maps/fine.ts': `import { plans } from './plans.js';\nimport { formats } from '../../lib/formats.js';\nexport const all = [plans, formats];`,
  'web/src/lib/formats.ts': `import { map } from '../viewer/map.js';\nexport const all = [map];`,
  'web/src/features/maps/keys.ts': [
    `export function onKeyDown(event: { key: string; nativeEvent: { key: string } }): boolean {`,
    `  const { key } = event;`,
    `  return event.key === 'Enter' || event.nativeEvent.key === 'Escape' || key === 'z';`,
    `}`,
    `export const keyOfRow = (row: { key: string }): string => row.key;`,
  ].join('\n'),
  'services/plan/test/turn.itest.ts': [
    'declare const api: { get: (id: number) => Promise<number> };',
    'declare const outcomeOf: (promise: Promise<number>) => Promise<string>;',
    'export async function inTurn(): Promise<void> {',
    '  for (const call of [api.get(1), api.get(2)]) await outcomeOf(call);',
    '  const calls = [1, 2].map(async (id) => api.get(id));',
    '  for (const call of calls) await call;',
    '}',
    'export async function fine(): Promise<void> {',
    '  for (const id of [1, 2]) await outcomeOf(api.get(id));',
    '  await Promise.all([1, 2].map(async (id) => api.get(id)));',
    '}',
  ].join('\n'),
  'services/plan/test/keys.ts': `import { generateKeyPairSync } from 'node:crypto';\nexport const all = [generateKeyPairSync];`,
  'services/plan/src/tools.ts': `import { drawSheet } from '@symbio/fixtures/sheet';\nimport { stack } from '@symbio/tools/dev/stack';\nexport const all = [drawSheet, stack];`,
  'services/plan/src/tools.test.ts': `import { drawSheet } from '@symbio/fixtures/sheet';\nimport { stack } from '@symbio/tools/dev/stack';\nexport const all = [drawSheet, stack];`,
  'services/plan/src/long.ts': 'void 0;\n'.repeat(401),
  'services/plan/src/long.test.ts': 'void 0;\n'.repeat(500),
  'services/plan/src/longer.test.ts': 'void 0;\n'.repeat(501),
  'services/plan/src/said.ts': 'void 0;\n// why\n\n'.repeat(400),
  'services/plan/src/query.ts': [
    'interface Query { then: (done: (count: number) => void, failed: (error: Error) => void) => Query }',
    'declare const remove: () => Query;',
    'remove();',
    'Promise.resolve(1);',
  ].join('\n'),
};

/** Names of the rules that each file breaks, in order. */
let said: Map<string, string[]>;
let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'symbio-lint-'));
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), `${text}\n`);
  }
  const compilerOptions = { strict: true, module: 'NodeNext', target: 'ES2023', types: [] };
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  // patterns of the configuration are relative to its folder
  const config = path.join(folder, 'oxlint.config.mjs');
  const plugin = path.join(repoRoot, 'tools/build/lint/plugin.mjs');
  const real = path.join(repoRoot, 'oxlint.config.mjs');
  fs.writeFileSync(config, `import real from '${real}';\nexport default { ...real, jsPlugins: ['${plugin}'] };\n`);
  const program = path.join(repoRoot, 'node_modules/oxlint/bin/oxlint');
  const bin = path.join(repoRoot, 'node_modules/.bin');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '-c', config, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    // the type-aware part is found here, also when npm did not start this
    env: { ...process.env, NODE_OPTIONS: '', PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
  if (!stdout.startsWith('{')) throw new Error(`The linter could not run: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  said = new Map(Object.keys(FILES).map((name) => [name, []]));
  // imports of the small repository cannot be resolved and have no type
  for (const { filename, code } of diagnostics.filter(({ code }) => !code.includes('no-unsafe-')))
    said.get(path.relative(folder, path.resolve(folder, filename)))?.push(code);
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the linter', () => {
  it.each([
    ['circles of imports', 'services/plan/src/a.ts', ['import(no-cycle)']],
    ['circles of imports, from each side', 'services/plan/src/b.ts', ['import(no-cycle)']],
    [
      "the database, the messages, another package's inside and the environment outside of their rooms",
      'services/plan/src/plans.ts',
      [
        'eslint(no-restricted-imports)',
        'eslint(no-restricted-imports)',
        'eslint(no-restricted-imports)',
        'node(no-process-env)',
      ],
    ],
    [
      'features that know each other or the app',
      'web/src/features/maps/screen.ts',
      ['eslint(no-restricted-imports)', 'eslint(no-restricted-imports)'],
    ],
    ['lower rooms of the SPA that know higher ones', 'web/src/lib/formats.ts', ['eslint(no-restricted-imports)']],
    [
      'promises that are started together and awaited in turn',
      'services/plan/test/turn.itest.ts',
      ['house(no-promises-in-turn)', 'house(no-promises-in-turn)'],
    ],
    [
      'promises and queries that are not awaited',
      'services/plan/src/query.ts',
      ['typescript(no-floating-promises)', 'typescript(no-floating-promises)'],
    ],
    ['tools and fixtures in the product', 'services/plan/src/tools.ts', ['house(no-tools)', 'house(no-tools)']],
    ['tools in tests of the product', 'services/plan/src/tools.test.ts', ['house(no-tools)']],
    ['files of more than 400 lines', 'services/plan/src/long.ts', ['eslint(max-lines)']],
    ['files of tests of more than 500 lines', 'services/plan/src/longer.test.ts', ['eslint(max-lines)']],
    [
      'key handlers that ignore input methods and layouts',
      'web/src/features/maps/keys.ts',
      ['house(keys-of-events)', 'house(keys-of-events)', 'house(keys-of-events)'],
    ],
    ['keys that may stop Node', 'services/plan/test/keys.ts', ['eslint(no-restricted-imports)']],
  ])('refuses %s', (_what, file, rules) => {
    expect(said.get(file)?.sort()).toEqual(rules);
  });

  it.each([
    'services/plan/src/model.ts',
    'services/plan/src/config.ts',
    // blank lines and comments are not counted
    'services/plan/src/said.ts',
    'services/plan/src/long.test.ts',
    'web/src/features/maps/fine.ts',
  ])('has no findings in %s', (file) => {
    expect(said.get(file)).toEqual([]);
  });
});
