/** Generates the parts of documents that follow from lists: processes, events, decisions. */
import fs from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { catalogueRows } from '@symbio/proto/catalogue';
import { repoRoot } from '../../dev/paths.js';
import { dashboardFiles } from '../chart/dashboards.js';
import { processesFile } from '../chart/processes.js';
import { valuesTable } from '../chart/values-table.js';
import { topology, type ProcessEntry } from '@symbio/topology';

const BEGIN = '<!-- drawn by npm run docs -->';
const END = '<!-- end of what is drawn -->';

const packageOf = ({ entry = '' }: ProcessEntry): string => entry.slice(0, entry.indexOf('/dist/'));

/** Collections of workers in the database of their service. */
const KEPT_BY_WORKERS: Readonly<Record<string, string>> = {
  'feature-worker': '`spots`, what it has proposed already, in the database of `feature`',
};

/** What a process owns, from the description of its package; a worker has its service's. */
function owns(entry: ProcessEntry): string {
  if (entry.kind === 'worker')
    return `${KEPT_BY_WORKERS[entry.name] ?? 'nothing'}; does the work of \`${packageOf(entry)}\``;
  const file = path.join(repoRoot, packageOf(entry), 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { description?: string }).description ?? '';
}

/** Events of other services that the gateway publishes: entity and verb. */
const BY_GATEWAY = new Set(['key used', 'audit recorded']);

/** Events that a process publishes, by entity. */
const published = (process: string): string =>
  catalogueRows
    .map(({ service, entity, verbs }) => {
      const own = verbs.filter((verb) => (BY_GATEWAY.has(`${entity} ${verb}`) ? 'gateway' : service) === process);
      return own.length === 0 ? '' : `${entity} ${own.join(', ')}`;
    })
    .filter((words) => words !== '')
    .join('; ');

/** Calls between processes as a diagram and a table. The gateway calls every service. */
function processes(): string {
  const ours = topology.filter(({ kind }) => kind !== 'infra');
  const edges = ours
    .filter(({ kind }) => kind !== 'gateway')
    .flatMap(({ name, calls }) => calls.map((called) => `  ${name} --> ${called}`));
  const rows = ours.map(
    (entry) => `| \`${entry.name}\` | ${[owns(entry), entry.calls.join(', '), published(entry.name)].join(' | ')} |`,
  );
  return [
    '```mermaid',
    'flowchart LR',
    ...edges,
    '```',
    '',
    '| Process | Owns | Calls | Publishes |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

const decisions = (): string =>
  fs
    .readdirSync(path.join(repoRoot, 'docs', 'decisions'))
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map((file) => {
      const title = /^# (?:\d+\.? )?(.*)$/m.exec(
        fs.readFileSync(path.join(repoRoot, 'docs', 'decisions', file), 'utf8'),
      );
      return `- ${file.slice(0, 4)} [${title?.[1] ?? file}](${file})`;
    })
    .join('\n');

const services = (): string =>
  [
    '| Folder | What is in it |',
    '| --- | --- |',
    ...topology
      .filter(({ kind }) => kind === 'service')
      .map((entry) => `| [\`${packageOf(entry)}/\`](../${packageOf(entry)}) | ${owns(entry)} |`),
  ].join('\n');

/** Documents with a generated part, and its generator. */
const PARTS: Readonly<Record<string, () => string>> = {
  'docs/README.md': services,
  'docs/architecture.md': processes,
  'docs/decisions/README.md': decisions,
  'charts/symbio/README.md': valuesTable,
};

/** Files that are generated whole: the chart reads nothing outside its folder. */
const FILES: Readonly<Record<string, () => string>> = {
  'charts/symbio/files/processes.yaml': processesFile,
  'charts/symbio/files/symbio-realm.json': () =>
    fs.readFileSync(path.join(repoRoot, 'k8s', 'dev', 'keycloak', 'symbio-realm.json'), 'utf8'),
  ...Object.fromEntries(
    Object.entries(dashboardFiles).map(([name, text]) => [`charts/symbio/files/dashboards/${name}.json`, text]),
  ),
};

export const drawnDocuments = [...Object.keys(PARTS), ...Object.keys(FILES)];

/** The formatter's settings, as `npm run format` reads them. */
const settings = JSON.parse(fs.readFileSync(path.join(repoRoot, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** The document with its part generated again and formatted. @throws when it has no place for the part */
export async function drawn(document: string): Promise<string> {
  const file = path.join(repoRoot, document);
  const whole = FILES[document]?.() ?? withPart(document, file);
  const { code, errors } = await format(file, whole, settings);
  if (errors[0]) throw new Error(`${document}: ${errors[0].message}`);
  return code;
}

function withPart(document: string, file: string): string {
  const text = fs.readFileSync(file, 'utf8');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${document} needs the lines ${BEGIN} and ${END}`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${PARTS[document]?.()}\n\n${text.slice(to)}`;
}
