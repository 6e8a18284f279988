import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';

const FILES = ['services/Dockerfile', 'gateway/Dockerfile', 'web/Dockerfile', 'tools/Dockerfile'] as const;
const read = (file: string): string => fs.readFileSync(path.join(repoRoot, file), 'utf8');
/** The common beginning of all Dockerfiles, between two lines of dashes. */
const shared = (file: string): string => /^# The same in every Dockerfile[^]*?^# -{40,}$/m.exec(read(file))?.[0] ?? '';

/** The final stages, which become images. */
function images(file: string): { name: string; text: string }[] {
  const stages = read(file).split(/^(?=FROM )/m);
  return stages
    .map((text) => ({ name: /^FROM \S+ AS (\S+)/.exec(text)?.[1] ?? '', text }))
    .filter(({ text }) => text.includes('\nENTRYPOINT '));
}

describe('Dockerfiles', () => {
  it('begin alike, so that a builder compiles once for all images', () => {
    expect(shared(FILES[0])).toContain('npx tsc -b');
    for (const file of FILES) expect([file, shared(file)]).toEqual([file, shared(FILES[0])]);
  });

  it('name five images', () => {
    expect(FILES.flatMap(images).map(({ name }) => name)).toEqual([
      'document-worker',
      'service',
      'gateway',
      'web',
      'operations',
    ]);
  });

  it.each(FILES.flatMap(images))('$name runs as a user of its own, as PID 1, and says what it is', ({ text }) => {
    expect(text).toMatch(/^USER (\d{3,}):\1$/m);
    // without a shell, so that signals reach the program
    expect(text).toMatch(/^ENTRYPOINT \[.*\]$/m);
    for (const label of ['title', 'description', 'vendor', 'version', 'revision'])
      expect(text).toContain(`org.opencontainers.image.${label}=`);
    expect(text).toContain('"${VERSION}"');
    expect(text).toContain('"${REVISION}"');
  });

  it.each(FILES)('%s installs what the lock file says, runs no script of a package, and keeps a list of it', (file) => {
    const installs = read(file).match(/npm (?:ci|install|i)\b[^\\\n]*/g) ?? [];
    expect(installs.length).toBeGreaterThan(1);
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
    expect(read(file)).toMatch(/npm sbom --omit=dev --sbom-format=cyclonedx > \/?sbom\.json/);
  });
});

it('the builder is sent no data, secrets, repository or packages of this machine', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  // an allow list: ignore all files that are not named
  expect(lines[0]).toBe('*');
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const secret of ['.data', '.git', '.cache', '.env', 'node_modules', 'charts', 'docs'])
    expect(named.some((name) => name === secret || name.startsWith(`${secret}/`))).toBe(false);
  for (const needed of ['proto', 'api', 'packages', 'services', 'gateway', 'web', 'tools'])
    expect(named).toContain(needed);
});
