import { describe, expect, it } from '@jest/globals';
import { engineSource } from './native.js';

describe('the embedded MongoDB', () => {
  it.each<[NodeJS.Platform, string, string | undefined, string]>([
    ['darwin', 'arm64', undefined, 'as-installed'],
    ['linux', 'x64', '2.38', 'as-installed'],
    ['linux', 'arm64', '2.41', 'as-installed'],
    ['linux', 'x64', '2.36', 'patched'],
    ['linux', 'arm64', '2.37', 'patched'],
  ])('runs on %s %s with glibc %s: %s', (platform, arch, glibc, source) => {
    expect(engineSource(platform, arch, glibc)).toBe(source);
  });

  it.each<[NodeJS.Platform, string, string | undefined, string]>([
    ['linux', 'x64', '2.31', 'needs glibc 2.36 and this system has 2.31'],
    ['linux', 'x64', undefined, 'does not run on musl'],
    ['darwin', 'x64', undefined, 'has no build for darwin on x64'],
    ['win32', 'x64', undefined, 'has no build for win32 on x64'],
  ])('explains on %s %s with glibc %s why not, and names two alternatives', (platform, arch, glibc, words) => {
    const source = engineSource(platform, arch, glibc);
    expect(source).toEqual({ refused: expect.stringContaining(words) });
    expect(source).toEqual({ refused: expect.stringMatching(/mongod on the PATH or set MONGODB_URI/) });
  });
});
