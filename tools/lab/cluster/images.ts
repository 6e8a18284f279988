import fs from 'node:fs/promises';
import path from 'node:path';
import { IMAGES } from '../../build/images/images.js';
import { repoRoot } from '../../dev/paths.js';
import { inTemporaryFolder } from '../harness/cleanup.js';
import { run } from '../harness/command.js';

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

  /** One after another: they share their first stages. */
  async build(version: string): Promise<void> {
    for (const { name, target, service } of IMAGES) {
      const began = Date.now();
      const args = ['--target', target, ...(service === undefined ? [] : ['--build-arg', `SERVICE=${service}`])];
      const file = ['-f', path.join(repoRoot, 'Dockerfile')];
      await this.call(this.tag(name, version), repoRoot, [...file, ...args, '--build-arg', `VERSION=${version}`]);
      this.say(`  ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
    }
  }

  /** Makes a later version of existing images: the same programs under other digests and another tag. */
  async succeed(from: string, version: string): Promise<void> {
    await inTemporaryFolder('images', async (folder) => {
      for (const { name } of IMAGES) {
        const file = path.join(folder, 'Dockerfile');
        await fs.writeFile(file, `FROM ${this.tag(name, from)}\nLABEL org.opencontainers.image.version="${version}"\n`);
        await this.call(this.tag(name, version), folder, ['-f', file]);
      }
    });
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
