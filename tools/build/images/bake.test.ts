import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';

const IMAGE = 'registry.example.com:5000/symbio/gateway:v0.4.0-3-gabc';
let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-bake-'));
  // prints its arguments instead of building
  fs.writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho "TAG=$TAG" "REVISION=$REVISION" "$@"\n', {
    mode: 0o755,
  });
  fs.writeFileSync(path.join(folder, 'git'), '#!/bin/sh\necho abc\n', { mode: 0o755 });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const bake = (env: Record<string, string>) =>
  spawnSync('sh', ['tools/build/images/bake.sh', 'gateway'], {
    cwd: repoRoot,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}`, IMAGE, PLATFORMS: 'linux/amd64,linux/arm64', ...env },
  });

it('an image of skaffold is built for its platforms with SBOM and provenance, and pushed', () => {
  expect(bake({ PUSH_IMAGE: 'true' }).stdout.trim()).toBe(
    `TAG=v0.4.0-3-gabc REVISION=abc buildx bake --file docker-bake.json --push --sbom=true --provenance=mode=max --set *.platform=linux/amd64,linux/arm64 --set *.tags=${IMAGE} gateway`,
  );
});

it('is refused without a registry, with a sentence', () => {
  const { status, stdout, stderr } = bake({ PUSH_IMAGE: 'false' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('--default-repo REGISTRY');
});
