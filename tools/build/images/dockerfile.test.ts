import { repoText } from '../../dev/paths.js';
import { IMAGES } from './images.js';

const dockerfile = repoText('Dockerfile');

/** Final stages, which become images. */
const images = dockerfile
  .split(/^(?=FROM )/m)
  .map((text) => ({ name: /^FROM \S+ AS (\S+)/.exec(text)?.[1] ?? '', text }))
  .filter(({ text }) => text.includes('\nENTRYPOINT '));

describe('the Dockerfile', () => {
  it('has a target for each image', () => {
    expect(new Set(images.map(({ name }) => name))).toEqual(new Set(IMAGES.map(({ target }) => target)));
  });

  it.each(images)('$name runs as a separate user, as PID 1, with labels', ({ text }) => {
    expect(text).toMatch(/^USER (\d{3,}):\1$/m);
    // without a shell, so signals reach the program
    expect(text).toMatch(/^ENTRYPOINT \[.*\]$/m);
    for (const label of ['title', 'description', 'vendor', 'version', 'revision'])
      expect(text).toContain(`org.opencontainers.image.${label}=`);
    expect(text).toContain('"${VERSION}"');
    expect(text).toContain('"${REVISION}"');
  });

  it('installs from the lock file, runs no scripts of packages, and stores a list of them', () => {
    const script = repoText('tools/build/images/install.sh');
    const installs = (dockerfile.replaceAll(/^#.*$/gm, '') + script).match(/npm (?:ci|install|i)\b[^\\\n]*/g) ?? [];
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
    expect(script).toMatch(/npm sbom --omit=dev --sbom-format=cyclonedx > sbom\.json/);
  });
});

it('the build context contains no data, secrets, repository or packages of this machine', () => {
  const lines = repoText('.dockerignore')
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
