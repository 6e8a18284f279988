import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { bundled } from './bundles.js';

let root: string;
eachInFolder((made) => (root = made));
beforeEach(() => {
  write('package.json', '{ "type": "module" }');
  write('one/main.js', `import { text } from '../text.js';\nconsole.log('one', text, import.meta.dirname);`);
  write('two/main.js', `import { text } from '../text.js';\nconsole.log('two', text, import.meta.url);`);
  write('text.js', `export const text = 'before';`);
});

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}
const make = () => bundled(['one/main.js', 'two/main.js'], { root, folder: path.join(root, 'made') });
const said = (file: string | undefined): string => execFileSync(process.execPath, [file ?? ''], { encoding: 'utf8' });

describe('bundles of programs', () => {
  it('run like the programs, and find the files beside these', async () => {
    const bundles = await make();
    fs.rmSync(path.join(root, 'text.js'));
    expect(said(bundles.get('one/main.js'))).toBe(`one before ${path.join(root, 'one')}\n`);
    expect(said(bundles.get('two/main.js'))).toContain(`two before file://`);
    for (const [program, bundle] of bundles) expect(bundle.endsWith(program)).toBe(true);
  });

  it('are rebuilt only when one of their files has changed, and running programs keep theirs', async () => {
    const first = await make();
    expect(await make()).toEqual(first);
    write('text.js', `export const text = 'afterwards';`);
    const second = await make();
    expect(said(second.get('one/main.js'))).toContain('one afterwards');
    expect(said(first.get('one/main.js'))).toContain('one before');
    write('one/main.js', `import './missing.js';`);
    await expect(make()).rejects.toThrow('missing.js');
    write('one/main.js', `console.log('one');`);
    expect(said((await make()).get('one/main.js'))).toBe('one\n');
  });

  it('are complete when two launchers build them concurrently', async () => {
    const both = await Promise.all([make(), make()]);
    for (const bundles of both) expect(said(bundles.get('two/main.js'))).toContain('two before');
  });
});
