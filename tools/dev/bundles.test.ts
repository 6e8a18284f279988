import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { bundled, keepBundles } from './bundles.mjs';
import { workspaceSource } from './workspace-sources.mjs';

let root: string;
eachInFolder((made) => (root = fs.realpathSync(made)));
beforeEach(() => {
  for (const name of ['one', 'two']) write(`${name}/package.json`, '{ "type": "module" }');
  write(
    'packages/text/package.json',
    JSON.stringify({ type: 'module', exports: { '.': './dist/src/text.js', './more/*': './dist/src/*.js' } }),
  );
  fs.mkdirSync(path.join(root, 'node_modules/@symbio'), { recursive: true });
  fs.symlinkSync('../../packages/text', path.join(root, 'node_modules/@symbio/text'));
  write(
    'one/src/main.ts',
    `import { text } from '@symbio/text';\nconsole.log('one', text as string, import.meta.dirname);`,
  );
  write(
    'two/src/main.ts',
    `import { text } from '@symbio/text/more/text';\nconsole.log('two', text, import.meta.url);`,
  );
  write('packages/text/src/text.ts', `export const text: string = 'before';`);
});

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}
const ENTRIES = ['one/dist/src/main.js', 'two/dist/src/main.js'];
const make = () => bundled('both', ENTRIES, { root, folder: 'made' });
const said = (file: string | undefined): string => execFileSync(process.execPath, [file ?? ''], { encoding: 'utf8' });

describe('bundles of programs', () => {
  it('come from sources, and find the programs beside these', async () => {
    const bundles = await make();
    fs.rmSync(path.join(root, 'packages'), { recursive: true });
    const one = bundles.get('one/dist/src/main.js') ?? '';
    expect(said(one)).toBe(`one before ${path.dirname(one)}\n`);
    expect(said(bundles.get('two/dist/src/main.js'))).toContain(`two before file://`);
    for (const [program, bundle] of bundles) expect(bundle.endsWith(program)).toBe(true);
  });

  it('are rebuilt only when one of their files has changed, and running programs keep theirs', async () => {
    const first = await make();
    expect(await make()).toEqual(first);
    write('packages/text/src/text.ts', `export const text = 'afterwards';`);
    const second = await make();
    expect(said(second.get('one/dist/src/main.js'))).toContain('one afterwards');
    expect(said(first.get('one/dist/src/main.js'))).toContain('one before');
    write('one/src/main.ts', `import './missing.js';`);
    await expect(make()).rejects.toThrow('missing.js');
    write('one/src/main.ts', `console.log('one');`);
    expect(said((await make()).get('one/dist/src/main.js'))).toBe('one\n');
  });

  it('are removed after a day unless a process keeps them', async () => {
    const folderOf = (bundles: ReadonlyMap<string, string>) =>
      path.resolve(bundles.get('one/dist/src/main.js') ?? '', '../../../..');
    const [kept, forgotten] = [
      folderOf(await make()),
      folderOf(await bundled('first', ENTRIES.slice(0, 1), { root, folder: 'made' })),
    ];
    const old = new Date(Date.now() - 2 * 24 * 60 * 60_000);
    for (const folder of [kept, forgotten]) fs.utimesSync(folder, old, old);
    keepBundles([path.join(kept, 'one/dist/src/main.js'), '/elsewhere/main.js']);
    await bundled('second', ENTRIES.slice(1), { root, folder: 'made' });
    expect([kept, forgotten].map((folder) => fs.existsSync(folder))).toEqual([true, false]);
  });

  it('are complete when two launchers build them concurrently', async () => {
    const both = await Promise.all([make(), make()]);
    for (const bundles of both) expect(said(bundles.get('two/dist/src/main.js'))).toContain('two before');
  });
});

it('names a module that its package does not export', () => {
  expect(() => workspaceSource(root, '@symbio/text/other')).toThrow('@symbio/text does not export ./other');
});
