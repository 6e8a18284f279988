import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from './dev/paths.js';

const read = (...parts: string[]): string => readFileSync(path.join(repoRoot, ...parts), 'utf8');

it('the web application is built anew after a change of any package whose code it bundles', () => {
  const files = readdirSync(path.join(repoRoot, 'web/src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name)).map((name) => read('web/src', name));
  const statements = sources.flatMap((text) => [
    ...text.matchAll(/^(?:import|export) (?!type )[^;]*? from '@symbio\/([a-z]+)/gm),
  ]);
  const bundled = new Set(statements.map(([, name]) => name));
  expect(bundled).toContain('proto');
  const inputs = /stamp: 'web', inputs: \[([^\]]*)\]/.exec(read('tools/bootstrap.mjs'))?.[1];
  for (const name of bundled) expect(inputs).toContain(`'${name}/src'`);
});
