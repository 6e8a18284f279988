import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import { serviceNames } from '@symbio/topology';
import { run } from '../harness/command.js';

/** An image of Symbio and how it is built. */
export interface ImageBuild {
  name: string;
  dockerfile: string;
  args: readonly string[];
}

const service = (name: string): ImageBuild => ({
  name,
  dockerfile: 'services/Dockerfile',
  args: ['--build-arg', `SERVICE=${name}`, '--target', 'service'],
});

/** Every image that the chart names below `image.registry`. */
export const IMAGES: readonly ImageBuild[] = [
  ...serviceNames.map(service),
  {
    name: 'document-worker',
    dockerfile: 'services/Dockerfile',
    args: ['--build-arg', 'SERVICE=document', '--target', 'document-worker'],
  },
  { name: 'gateway', dockerfile: 'gateway/Dockerfile', args: [] },
  { name: 'web', dockerfile: 'web/Dockerfile', args: [] },
  { name: 'operations', dockerfile: 'tools/Dockerfile', args: [] },
];

/** Builds images with a given command, which also loads them into the cluster. */
export class Builder {
  /**
   * @param command called as `COMMAND TAG FOLDER -f DOCKERFILE [--build-arg NAME=VALUE] [--target STAGE]` by a shell
   */
  constructor(
    private readonly command: string,
    private readonly registry: string,
    private readonly say: (line: string) => void,
  ) {}

  tag(name: string, version: string): string {
    return `${this.registry}/${name}:${version}`;
  }

  /** Builds the images one after another: they share their first stages. */
  async build(version: string): Promise<void> {
    for (const { name, dockerfile, args } of IMAGES) {
      const began = Date.now();
      const revision = ['--build-arg', `VERSION=${version}`];
      await this.call(this.tag(name, version), repoRoot, ['-f', path.join(repoRoot, dockerfile), ...args, ...revision]);
      this.say(`  ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
    }
  }

  /** Makes a later version of existing images: the same programs under other digests and another tag. */
  async succeed(from: string, version: string): Promise<void> {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'symbio-images-'));
    try {
      for (const { name } of IMAGES) {
        const file = path.join(folder, 'Dockerfile');
        await fs.writeFile(file, `FROM ${this.tag(name, from)}\nLABEL org.opencontainers.image.version="${version}"\n`);
        await this.call(this.tag(name, version), folder, ['-f', file]);
      }
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }

  /** Builds one image. @throws CommandError with the command's output */
  call(tag: string, folder: string, args: readonly string[]): Promise<string> {
    // the command may have several words; the shell does not interpret added arguments
    return run('sh', ['-c', `${this.command} "$@"`, 'sh', tag, folder, ...args], {
      cwd: repoRoot,
      // makes buildah reuse shared stages
      env: { BUILDAH_LAYERS: 'true' },
    });
  }
}
