/** Chart and code agree, as far as files show; tools/build/chart/main.ts checks the rest with Helm. */
import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { laneDurable } from '@symbio/events';
import { JOB_LANES } from '@symbio/proto/job/vocabulary';
import { LAST_RESORT_MS, UPLOAD_LAST_RESORT_MS } from '@symbio/runtime';
import { repoRoot, repoText } from '../../dev/paths.js';
import { keyHolders, topology } from '@symbio/topology';
import { alerts, chartDir, chartFile, templates } from './chart-files.js';
import { chartProcesses } from './processes.js';
import { valueRows } from './values-list.js';

type Json = Record<string, unknown>;

const values = chartFile<Json>('values.yaml');
const schema = chartFile<Json>('values.schema.json');
const sets = ['values', 'ci'].flatMap((folder) =>
  fs.readdirSync(path.join(chartDir, folder)).map((file) => `${folder}/${file}`),
);
const text = [...templates().values()].join('\n');
const ours = Object.entries(chartProcesses);

/** Every object of a schema that has properties. */
function objects(node: unknown, at = ''): { at: string; object: Json }[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, value]) => objects(value, `${at}/${key}`));
  return 'properties' in node && 'type' in node && node.type === 'object'
    ? [{ at, object: { ...node } }, ...inner]
    : inner;
}

describe('values', () => {
  const check = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

  it.each(['values.yaml', ...sets])('of %s are as the schema says', (file) => {
    check(chartFile(...file.split('/')));
    expect(check.errors).toBeNull();
  });

  it('that are unknown are refused at every level', () => {
    // other charts have values there, too
    const open = objects(schema).filter(({ object }) => object['additionalProperties'] !== false);
    expect(open.map(({ at }) => at)).toEqual(['/properties/global']);
    expect(check({ ...values, replicas: 2 })).toBe(false);
    expect(check.errors).toMatchObject([{ params: { additionalProperty: 'replicas' } }]);
  });

  it('of the schema are all in values.yaml, with their defaults', () => {
    const { properties } = schema as { properties: Json };
    expect(Object.keys(values).sort()).toEqual(Object.keys(properties).sort());
  });

  it('refer to existing processes', () => {
    const named = (kind: string): string[] => ours.filter(([, process]) => process.kind === kind).map(([name]) => name);
    expect(named('service')).toEqual(expect.arrayContaining(Object.keys(values['services'] as Json)));
    expect(named('worker')).toEqual(expect.arrayContaining(Object.keys(values['workers'] as Json)));
  });

  it.each(['values.yaml', ...sets])(
    'of %s leave the document service room for files of 200 MB that it classifies, and for pictures that it makes',
    (file) => {
      type Storage = { scratch?: string; resources?: { limits?: Record<string, string> } };
      const documentOf = (read: Json): Storage =>
        (read['services'] as Record<string, Storage> | undefined)?.['document'] ?? {};
      const [own, base] = [chartFile<Json>(...file.split('/')), values].map(documentOf);
      const limits = { ...base?.resources?.limits, ...own?.resources?.limits };
      // /tmp counts towards the pod's ephemeral storage; a pod over its limit is evicted
      expect({ scratch: own?.scratch ?? base?.scratch, limit: limits['ephemeral-storage'] }).toEqual({
        scratch: '2Gi',
        limit: '3Gi',
      });
    },
  );

  it('are all explained by a comment', () => {
    expect(valueRows().filter(({ says }) => says === '')).toEqual([]);
  });

  it('are all used by a template', () => {
    // services and workers are found by the kind of a process
    const names = Object.keys(values).filter(
      (name) => !text.includes('printf "%ss" $kind') || !/^(service|worker)s$/.test(name),
    );
    const unused = names.filter((name) => !new RegExp(`[Vv]alues(\\.|\\s*\\|.*\\.)${name}\\b|"${name}"`).test(text));
    expect(unused).toEqual([]);
  });
});

describe('processes', () => {
  it('get every setting listed for them', () => {
    for (const [name, { settings }] of ours)
      for (const setting of settings)
        expect({ name, setting, isThere: text.includes(`define "symbio.setting.${setting}"`) }).toEqual({
          name,
          setting,
          isThere: true,
        });
  });

  it('have templates only for settings that they use', () => {
    const asked = new Set(ours.flatMap(([, { settings }]): string[] => [...settings]));
    // what backup and restore are set up with
    const ofOperations = /\$settings := list ([^]*?) -\}\}/.exec(templates().get('operations.yaml') ?? '')?.[1] ?? '';
    for (const [, name] of ofOperations.matchAll(/"([A-Z_]+)"/g)) asked.add(String(name));
    const following = /define "symbio.following" -\}\}([^]*?)\{\{- end/.exec(text)?.[1] ?? '';
    const followers = new Set([...following.matchAll(/[A-Z][A-Z_]+(?=[,\]])/g)].map(([name]) => name));
    const defined = [...text.matchAll(/define "symbio\.setting\.([A-Z_]+)"/g)].map(([, name]) => String(name));
    expect(defined.filter((name) => !asked.has(name) && !followers.has(name))).toEqual([]);
  });

  it('sign with a separate key wherever the list says so', () => {
    const signing = ours.filter(([, { settings }]) => settings.includes('INTERNAL_SIGNING_KEY')).map(([name]) => name);
    expect(signing.sort()).toEqual([...keyHolders].sort());
  });

  it('are all those of the list except infrastructure, which is optional', () => {
    expect(ours.map(([name]) => name)).toEqual(topology.filter(({ kind }) => kind !== 'infra').map(({ name }) => name));
  });

  it('have as much time to stop as the code needs', () => {
    for (const { name, kind, entry = '' } of topology) {
      if (kind === 'infra') continue;
      const source = path.join(repoRoot, entry.replace('/dist/', '/').replace('main.js', 'start.ts'));
      const waits = fs.readFileSync(source, 'utf8').includes('lastResortMs: UPLOAD_LAST_RESORT_MS');
      const seconds = (waits ? UPLOAD_LAST_RESORT_MS : LAST_RESORT_MS) / 1000;
      expect({ name, seconds: chartProcesses[name]?.lastResortSeconds }).toEqual({ name, seconds });
    }
  });
});

describe('queues that scale the workers', () => {
  const { workers } = values as {
    workers: Record<string, { autoscaling?: { queues?: { stream: string; consumer: string }[] } }>;
  };
  const queues = Object.values(workers).flatMap(({ autoscaling }) => autoscaling?.queues ?? []);

  it('are the lanes of jobs', () => {
    const lanes = JOB_LANES.map(laneDurable).map(({ stream, durable: consumer }) => ({ stream, consumer }));
    expect(queues).toEqual(lanes);
  });
});

describe('documents', () => {
  it('have a section for every alert, and for no other', () => {
    const sections = [...repoText('docs', 'operations', 'alerts.md').matchAll(/^## (Symbio\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(sections).toEqual(alerts().map(({ alert }) => alert));
  });
});
