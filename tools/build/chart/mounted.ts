/** Folders named by a process's settings must be mounted: its root is read-only. */
import type { Findings, Rendered } from './renders.js';
import path from 'node:path';
import { podOf } from './golden.js';

function folderOf({ name, value = '' }: { name: string; value?: string }): string | undefined {
  if (name === 'BLOB_URL') return /^file:\/\/(\/[^?]+)/.exec(value)?.[1];
  if (name === 'NODE_EXTRA_CA_CERTS') return path.posix.dirname(value);
  return undefined;
}

export function mounted(rendered: readonly Rendered[]): Findings {
  const wrong = rendered.flatMap(({ set, objects }) =>
    objects.flatMap(({ kind, metadata, spec }) =>
      (podOf(spec)?.containers ?? []).flatMap(({ name, env = [], volumeMounts = [] }) =>
        env.flatMap((setting) => {
          const folder = folderOf(setting);
          if (folder === undefined || volumeMounts.some(({ mountPath }) => mountPath === folder)) return [];
          return [
            `${set.name}: ${setting.name} of ${kind} ${metadata.name} (${name}) leads to ${folder}, which is not mounted`,
          ];
        }),
      ),
    ),
  );
  return { wrong };
}
