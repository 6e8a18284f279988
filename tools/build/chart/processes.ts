/** Chart's knowledge of processes: charts/symbio/files/processes.yaml is generated from the list. */
import { LAST_RESORT_MS, UPLOAD_LAST_RESORT_MS } from '@symbio/runtime';
import { stringify } from 'yaml';
import { topology, type PortName, type ProcessEntry, type SettingName } from '@symbio/topology';

export interface ChartProcess {
  kind: Exclude<ProcessEntry['kind'], 'infra'>;
  image: string;
  /** Its program, relative to the folder of its package. */
  program: string;
  ports: readonly PortName[];
  settings: readonly SettingName[];
  calls: readonly string[];
  /** Maximum duration of a shutdown in seconds, after its delay. */
  lastResortSeconds: number;
}

/** Worker with the page engine has its own image; other workers are programs of their service's image. */
const WORKER_IMAGES: Readonly<Record<string, string>> = { 'document-worker': 'document-worker' };

function chartProcess({ name, kind, entry = '', ports, env, calls, uploads }: ProcessEntry): ChartProcess {
  const [folder = '', program = ''] = entry.split('/dist/');
  return {
    kind: kind as ChartProcess['kind'],
    image: WORKER_IMAGES[name] ?? folder.replace('services/', ''),
    program: `dist/${program}`,
    ports: Object.keys(ports) as PortName[],
    settings: env,
    calls,
    lastResortSeconds: (uploads ? UPLOAD_LAST_RESORT_MS : LAST_RESORT_MS) / 1000,
  };
}

export const chartProcesses: Readonly<Record<string, ChartProcess>> = Object.fromEntries(
  topology.filter(({ kind }) => kind !== 'infra').map((entry) => [entry.name, chartProcess(entry)]),
);

/** File that templates read: processes, their needs and their calls. */
export const processesFile = (): string =>
  `# Drawn from packages/topology/src/topology.ts by npm run docs: workloads, network policies and monitors follow from it.\n${stringify(chartProcesses, { lineWidth: 120 })}`;
