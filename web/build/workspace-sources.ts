import path from 'node:path';
import type { Plugin } from 'vite';
import { OWN_PACKAGES, workspaceSource } from '../../tools/dev/workspace-sources.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Packages of the workspace from their sources: the pages need no compiler. */
export function workspaceSources(): Plugin {
  return {
    name: 'symbio-workspace-sources',
    enforce: 'pre',
    resolveId: {
      filter: { id: OWN_PACKAGES },
      // their modules only export: unused ones are left out
      handler: (name) => ({ id: workspaceSource(root, name), moduleSideEffects: false }),
    },
  };
}
