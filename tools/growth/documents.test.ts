/** Documents say what is: their links lead somewhere, their lists are whole. */
import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../dev/paths.js';
import { drawn, drawnDocuments } from './drawn.js';

const LEFT_OUT = new Set(['node_modules', 'dist', 'gen', 'coverage']);

/** Every markdown file of the repository, its path relative to the root. */
function markdownFiles(folder = ''): string[] {
  return fs.readdirSync(path.join(repoRoot, folder), { withFileTypes: true }).flatMap((item) => {
    const file = path.join(folder, item.name);
    if (item.isDirectory()) return LEFT_OUT.has(item.name) || item.name.startsWith('.') ? [] : markdownFiles(file);
    return item.name.endsWith('.md') ? [file] : [];
  });
}

/** Links to files, without what is in blocks of code; an address of the web is not looked up. */
const linksOf = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link));

const read = (file: string): string => fs.readFileSync(path.join(repoRoot, file), 'utf8');

describe('documents', () => {
  it('link to what is there', () => {
    const broken = markdownFiles().flatMap((file) =>
      linksOf(read(file))
        .filter((link) => !fs.existsSync(path.resolve(repoRoot, path.dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('have a map of every package', () => {
    const services = fs.readdirSync(path.join(repoRoot, 'services')).map((name) => `services/${name}`);
    const packages = ['proto', 'api', 'client', 'gateway', 'web', 'tools', 'e2e', ...services].filter((folder) =>
      fs.existsSync(path.join(repoRoot, folder, 'package.json')),
    );
    expect(packages.filter((folder) => !fs.existsSync(path.join(repoRoot, folder, 'README.md')))).toEqual([]);
  });

  // every process, every event, every decision
  it.each(drawnDocuments)('show what is listed in %s; npm run docs draws it anew', async (document) => {
    expect(read(document)).toBe(await drawn(document));
  });
});
