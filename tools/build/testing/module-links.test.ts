import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Links modules in five contexts as jest does, and prints how many contexts remain. */
const PROGRAM = `
import vm from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { letGoOfModules } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'module-links.mjs')).href)};

const contexts = [];
async function file(n) {
  const context = vm.createContext({ n });
  contexts.push(new WeakRef(context));
  const moduleOf = (name, text) => new vm.SourceTextModule(text, { context, identifier: name + n });
  const library = moduleOf('library', 'export const data = [1]; globalThis.library = () => data;');
  const helper = moduleOf('helper', "import { data } from 'library'; export { data };");
  const test = moduleOf('test', "import { data } from 'helper'; globalThis.test = () => data;");
  await test.link((name) => (name === 'helper' ? helper : library));
  await test.evaluate();
}
for (let n = 0; n < 5; n++) await file(n);
if (process.argv.includes('--let-go')) letGoOfModules();
for (let n = 0; n < 5; n++) {
  gc();
  await pause(10);
}
process.stdout.write(String(contexts.filter((context) => context.deref()).length));
`;

const FLAGS = ['--experimental-vm-modules', '--no-warnings', '--expose-gc', '--no-compilation-cache'];

const left = (...options: string[]): number =>
  Number(execFileSync(process.execPath, [...FLAGS, '--input-type=module', '-e', PROGRAM, '--', ...options]).toString());

it('modules loaded by a test file are released when it ends', () => {
  expect(left('--let-go')).toBe(0);
});
