// Plain JavaScript: builds read it before anything is compiled.
import fs from 'node:fs';
import path from 'node:path';

/** Names of the workspace's packages and of their modules. */
export const OWN_PACKAGES = /^@symbio\//;

/** Source of a compiled module. */
export const sourceOf = (compiled) => compiled.replace(/(^|\/)dist\//, '$1').replace(/\.js$/, '.ts');

const matches = (key, inside) => (key.endsWith('*') ? inside.startsWith(key.slice(0, -1)) : key === inside);

/**
 * The source of a module of the workspace, which its package exports compiled.
 * @param name as it is imported, for example `@symbio/proto/labels`
 * @throws Error if the package does not export it
 */
export function workspaceSource(root, name) {
  const [scope, own, ...rest] = name.split('/');
  const folder = fs.realpathSync(path.join(root, 'node_modules', scope, own));
  const { exports } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const inside = ['.', ...rest].join('/');
  const [key, target] = Object.entries(exports).find(([one]) => matches(one, inside)) ?? [];
  if (target === undefined) throw new Error(`${scope}/${own} does not export ${inside}`);
  const compiled = typeof target === 'string' ? target : target.default;
  return path.join(folder, sourceOf(compiled.replace('*', inside.slice(key.length - 1))));
}
