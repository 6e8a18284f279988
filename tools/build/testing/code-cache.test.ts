import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Compiles texts of one name as jest does, each in its own context; prints their results and whether the cache was
 * used.
 */
const PROGRAM = `
import vm from 'node:vm';
import { CachedModule } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'code-cache.mjs')).href)};

const functions = [];
const modules = [];
for (const n of [1, 1, 2]) {
  const own = { filename: 'a.cjs', parsingContext: vm.createContext() };
  const run = vm.compileFunction('return x + ' + n, ['x'], own);
  functions.push([run(10), run.cachedDataRejected === false]);
  const module = new CachedModule('export default ' + n, { identifier: 'a.ts', context: vm.createContext() });
  await module.link(() => undefined);
  await module.evaluate();
  modules.push(module.namespace.default);
}
process.stdout.write(JSON.stringify({ functions, modules }));
`;

it('compiled code of a text is reused, but never for another text of the same name', () => {
  const options = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '-e', PROGRAM];
  expect(JSON.parse(execFileSync(process.execPath, options).toString())).toEqual({
    functions: [
      [11, false],
      [11, true],
      [12, false],
    ],
    modules: [1, 1, 2],
  });
});
