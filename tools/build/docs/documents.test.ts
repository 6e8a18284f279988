/** Documents are correct: links lead somewhere, lists are complete. */
import fs from 'node:fs';
import path from 'node:path';
import { WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import { repoRoot, repoText } from '../../dev/paths.js';
import { phrasesIn } from '../lint/phrases.mjs';
import { drawn, drawnDocuments } from './generated-docs.js';

const LEFT_OUT = new Set(['node_modules', 'dist', 'gen', 'coverage']);

function allFiles(folder = ''): string[] {
  return fs.readdirSync(path.join(repoRoot, folder), { withFileTypes: true }).flatMap((item) => {
    const file = path.join(folder, item.name);
    if (item.isDirectory()) return LEFT_OUT.has(item.name) || item.name.startsWith('.') ? [] : allFiles(file);
    return [file];
  });
}

const files = allFiles();
const markdownFiles = files.filter((file) => file.endsWith('.md'));

/** Text without code blocks and HTML comments. */
const prose = (text: string): string => text.replace(/^```[^]*?^```$|<!--[^]*?-->/gm, '');

/** Links to files and headings, without web addresses. */
const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));

const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));

/** Path with a file ending, or the name of a program; paths that start with a dot are created at run time. */
const FILE_NAME =
  /^(?:[\w@-][\w@.-]*\/)*\w[\w.-]*\.(?:tsx?|mjs)$|^(?:[\w@-][\w@.-]*\/)+[\w.-]+\.(?:json|md|proto|ya?ml|py|go|svg)$/;

/** File names in backticks, without generated ones. */
const fileNamesOf = (text: string): string[] =>
  [...prose(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => FILE_NAME.test(name) && !name.split('/').some((part) => LEFT_OUT.has(part)));

/** Files under every name that a page may use: from the root, from the package, alone. */
const named = new Set(
  files.flatMap((file) => {
    const parts = file.split(path.sep);
    return parts.map((_, index) => parts.slice(index).join('/'));
  }),
);

/** The guide names files that its reader creates; a test of its own follows it. */
const GUIDE = 'docs/adding-a-service.md';

describe('documents', () => {
  it('have valid links', () => {
    const isBroken = (file: string, link: string): boolean => {
      const [name = '', anchor] = link.split('#');
      const target = name === '' ? file : path.join(path.dirname(file), name);
      if (!fs.existsSync(path.join(repoRoot, target))) return true;
      return anchor !== undefined && !anchorsOf(repoText(target)).includes(anchor);
    };
    const broken = markdownFiles.flatMap((file) =>
      linksOf(repoText(file))
        .filter((link) => isBroken(file, link))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name files that exist', () => {
    const unknown = markdownFiles
      .filter((file) => file !== GUIDE)
      .flatMap((file) =>
        fileNamesOf(repoText(file))
          .filter((name) => !named.has(name))
          .map((name) => `${file}: ${name}`),
      );
    expect(unknown).toEqual([]);
  });

  it('name existing paths in the walks of the architecture', () => {
    const known = new Set(files.map((file) => file.split(path.sep).join('/')));
    const paths = [...prose(repoText('docs/architecture.md')).matchAll(/`([\w@-][\w@.-]*\/[\w@./-]+\.\w+)`/g)].map(
      ([, name = '']) => name,
    );
    expect(paths.length).toBeGreaterThan(20);
    const moved = paths
      .filter((name) => !known.has(name))
      .map((name) => [name, files.filter((file) => path.basename(file) === path.basename(name))]);
    // each missing path with files of the same name
    expect(moved).toEqual([]);
  });

  it('use plain English', () => {
    const found = markdownFiles
      .filter((file) => file !== 'docs/writing.md')
      .flatMap((file) => phrasesIn(prose(repoText(file))).map(({ phrase }) => `${file}: ${phrase}`));
    expect(found).toEqual([]);
  });

  it('have readable tables: no cell of 300 characters', () => {
    const long = markdownFiles.flatMap((file) =>
      prose(repoText(file))
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .flatMap((line) => line.split('|').map((cell) => cell.trim()))
        .filter((cell) => cell.length >= 300 && !/^-+$/.test(cell))
        .map((cell) => `${file}: ${cell.slice(0, 60)}`),
    );
    expect(long).toEqual([]);
  });

  it('name commands that exist', () => {
    const scripts = new Map(
      files
        .filter((file) => path.basename(file) === 'package.json')
        .map((file) => JSON.parse(repoText(file)) as { name: string; scripts?: object })
        .map(({ name, scripts = {} }) => [name, Object.keys(scripts)]),
    );
    const unknown = files
      .filter((file) => file.endsWith('.md') || path.basename(file) === 'Dockerfile')
      .flatMap((file) =>
        [...repoText(file).matchAll(/npm run (?:-w (\S+) )?([a-z][\w:-]*)/g)]
          .filter(([, workspace = 'symbio', script = '']) => scripts.get(workspace)?.includes(script) !== true)
          .map(([command]) => `${file}: ${command}`),
      );
    expect(unknown).toEqual([]);
  });

  it('list every package', () => {
    const services = fs.readdirSync(path.join(repoRoot, 'services')).map((name) => `services/${name}`);
    // packages/README.md has a line for each package
    const packages = ['proto', 'api', 'client', 'packages', 'gateway', 'web', 'tools', 'e2e', ...services].filter(
      (folder) => folder === 'packages' || fs.existsSync(path.join(repoRoot, folder, 'package.json')),
    );
    expect(packages.filter((folder) => !fs.existsSync(path.join(repoRoot, folder, 'README.md')))).toEqual([]);
  });

  it('list every event for receivers of webhooks', () => {
    const rows = [...repoText('docs/webhooks.md').matchAll(/^- `(\w+)`: (.+)$/gm)];
    const listed = rows.flatMap(([, entity, events = '']) =>
      // the meaning of an event follows in brackets
      [...events.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, verb]) => `${entity}.${verb}`),
    );
    expect(listed.sort()).toEqual([...WEBHOOK_EVENTS].sort());
  });

  // every process, every event, every decision
  it.each(drawnDocuments)('have a current generated part: %s (npm run docs)', async (document) => {
    expect(repoText(document)).toBe(await drawn(document));
  });
});
