import { readdirSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { repoRoot, repoText } from './paths.js';

it('the web application is rebuilt after a change of any package that it bundles', () => {
  const files = readdirSync(path.join(repoRoot, 'web/src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name)).map((name) => repoText('web/src', name));
  const statements = sources.flatMap((text) => [
    ...text.matchAll(/^(?:import|export) (?!type )[^;]*? from '@symbio\/([a-z-]+)/gm),
  ]);
  const bundled = new Set(statements.map(([, name]) => name));
  expect(bundled).toContain('proto');
  const inputs = /stamp: 'web',\s+inputs: \[([^\]]*)\]/.exec(repoText('tools/dev/bootstrap-build.mjs'))?.[1];
  for (const name of bundled) expect(inputs).toMatch(new RegExp(`'(?:packages/)?${name}/src'`));
});

it.each(['10.24.1', '12.22.12', '18.20.8', '20.18.3'])('says in a sentence that Node.js %s is too old', (version) => {
  const isOld = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', isOld, 'tools/bootstrap.mjs', 'test'], {
    cwd: repoRoot,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '0 passed, 1 failed\n',
    stderr: `Symbio needs Node.js 20.19 or newer and this is ${version}: install a current one from https://nodejs.org.\n`,
  });
});

it('old versions of Node.js can parse that message', () => {
  const text = repoText('tools/bootstrap.mjs');
  const readable = (target: string): string => transformSync(text, { target, format: 'esm' }).code;
  expect(readable('node12.20')).toBe(readable('esnext'));
});

it('build steps keep their caches below .cache, not in a home folder that may be read-only', () => {
  expect(repoText('tools/dev/bootstrap-build.mjs')).toMatch(/BUF_CACHE_DIR: path\.join\(root, '\.cache'/);
});

it('output redirected to a file or a program contains only the document', () => {
  const files = readdirSync(path.join(repoRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const shown = files.filter((name) => name.endsWith('.md')).flatMap((name) => repoText('docs', name).split('\n'));
  const kept = shown.flatMap((line) => [...line.matchAll(/npm run (-s )?([a-z-]+) [^`|>#]*(?:> |\| kubectl)/g)]);
  expect(new Set(kept.map(([, , name]) => name))).toEqual(new Set(['secrets', 'erased']));
  for (const [line, silent, name] of kept) {
    // npm prints the program first, unless it is silent
    expect([line, silent]).toEqual([line, '-s ']);
    expect(repoText('tools/dev/bootstrap-build.mjs')).toMatch(new RegExp(`'${name}'.*piped: true`));
  }
});

it('a backup does not wait for a build of the web application', () => {
  const text = repoText('tools/dev/bootstrap-build.mjs');
  expect(/const operation = [^;]*/.exec(text)?.[0]).not.toContain('web');
  for (const name of ['audit', 'backup', 'restore', 'erased']) expect(text).toContain(`${name}: operation('${name}'`);
  expect(text).toContain('if (command.web)');
});
