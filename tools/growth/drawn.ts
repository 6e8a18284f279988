/** Generates the parts of documents that follow from lists: processes, events, decisions. */
import fs from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { catalogueRows, type CatalogueRow } from '@symbio/proto/catalogue';
import { repoRoot } from '../dev/paths.js';
import { dashboardFiles } from '../chart/dashboards.js';
import { processesFile } from '../chart/processes.js';
import { valuesTable } from '../chart/values-table.js';
import { topology, type ProcessEntry } from '../topology.js';
import { consumption, type Consumed } from './consumption.js';
import { folderTree } from './folder-tree.js';

const BEGIN = '<!-- drawn by npm run docs -->';
const END = '<!-- end of what is drawn -->';

/** Package of a process's program. */
const packageOf = ({ entry = '' }: ProcessEntry): string => entry.slice(0, entry.indexOf('/dist/'));

/** Collections of workers in the database of their service. */
const KEPT_BY_WORKERS: Readonly<Record<string, string>> = {
  'feature-worker': '`spots` (its earlier proposals) in the database of `feature`',
};

/** What a process owns, from the description of its package; a worker has its service's. */
function owns(entry: ProcessEntry): string {
  if (entry.kind === 'worker')
    return `${KEPT_BY_WORKERS[entry.name] ?? 'nothing'}; does the jobs of \`${packageOf(entry)}\``;
  const file = path.join(repoRoot, packageOf(entry), 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { description?: string }).description ?? '';
}

/** The process that publishes a verb of an entity. */
const publisherOf = ({ service, publishers }: CatalogueRow, verb: string): string => publishers?.[verb] ?? service;

/** A row per entity and publisher: the events that exist. */
const published = (): string[] =>
  catalogueRows.flatMap((row) =>
    [...new Set(row.verbs.map((verb) => publisherOf(row, verb)))].map((process) => {
      const verbs = row.verbs.filter((verb) => publisherOf(row, verb) === process);
      return `| \`${row.entity}\` | ${process} | ${verbs.join(', ')} |`;
    }),
  );

/** Consumed events by entity: `document deleted, restored; page (all)`. */
function consumedWords(consumed: readonly Consumed[]): string {
  const entities = [...new Set(consumed.map(({ entity }) => entity))];
  return entities
    .map((entity) => {
      if (entity === undefined) return 'every event';
      const verbs = new Set(consumed.filter((each) => each.entity === entity).map(({ verb }) => verb));
      return `${entity} ${verbs.has(undefined) ? '(all)' : [...verbs].join(', ')}`;
    })
    .join('; ');
}

/** Arrows from publishers to consumers, without a process that consumes every event. */
function eventArrows(): string[] {
  const arrows = [...consumption()].flatMap(([process, consumed]) =>
    consumed.flatMap(({ entity, verb }) =>
      catalogueRows
        .filter((row) => row.entity === entity)
        .flatMap((row) => (verb === undefined ? row.verbs : [verb]).map((each) => publisherOf(row, each)))
        .filter((publisher) => publisher !== process)
        .map((publisher) => `  ${publisher} -.-> ${process}`),
    ),
  );
  return [...new Set(arrows)];
}

/** Processes, calls and events. The gateway calls every service. */
function processes(): string {
  const ours = topology.filter(({ kind }) => kind !== 'infra');
  const calls = ours
    .filter(({ kind }) => kind !== 'gateway')
    .flatMap(({ name, calls: called }) => called.map((each) => `  ${name} --> ${each}`));
  return [
    '### Folders',
    '',
    folderTree(),
    '',
    '### Processes and their data',
    '',
    '| Process | Owns |',
    '| --- | --- |',
    ...ours.map((entry) => `| \`${entry.name}\` | ${owns(entry)} |`),
    '',
    '### Calls',
    '',
    'The gateway calls every service. Calls between the others form no circle:',
    '',
    '```mermaid',
    'flowchart LR',
    ...calls,
    '```',
    '',
    '### Events',
    '',
    'From publisher to consumer (identity also records every event in the audit trail):',
    '',
    '```mermaid',
    'flowchart LR',
    ...eventArrows(),
    '```',
    '',
    '| Entity | Published by | Events |',
    '| --- | --- | --- |',
    ...published(),
    '',
    '| Process | Consumes |',
    '| --- | --- |',
    ...[...consumption()].map(([process, consumed]) => `| \`${process}\` | ${consumedWords(consumed)} |`),
  ].join('\n');
}

/** Topics of decisions, in the order of the list. */
const TOPICS = [
  'Data and events',
  'Security and access',
  'Public API and integrations',
  'Reading documents',
  'Jobs and workers',
  'Evidence and screens',
  'Operation',
  'Speed and tests',
];

/** The head of a decision's page: `# N. Title`, then `Topic, dates. Summary`. @throws when it has another form */
function decision(file: string): { file: string; title: string; topic: string; summary: string } {
  const text = fs.readFileSync(path.join(repoRoot, 'docs', 'decisions', file), 'utf8');
  const [, title, topic, summary] = /^# \d+\. (.+)\n\n([^,]+), [\d-]+[\d, andto]*\. (.+)\n/.exec(text) ?? [];
  if (title === undefined || topic === undefined || summary === undefined || !TOPICS.includes(topic))
    throw new Error(`docs/decisions/${file} does not begin with a title, a known topic, a date and a summary`);
  return { file, title, topic, summary };
}

/** A line per decision, by topic: number, title and summary. */
function decisions(): string {
  const all = fs
    .readdirSync(path.join(repoRoot, 'docs', 'decisions'))
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map(decision);
  return TOPICS.flatMap((topic) => [
    `## ${topic}`,
    '',
    ...all
      .filter((each) => each.topic === topic)
      .map(({ file, title, summary }) => `- ${file.slice(0, 4)} [${title}](${file}): ${summary}`),
    '',
  ]).join('\n');
}

/** A row per service: folder and what it owns. */
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

/** Names of all generated documents and files. */
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
