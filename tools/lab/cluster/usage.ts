import { componentOf, type Kube, type KubeObject } from './kube.js';
import { run } from '../harness/command.js';
import { watched } from '../harness/scenario.js';
import { markdownTable } from '../markdown-table.js';

export interface Use {
  component: string;
  cpu: number;
  memory: number;
}

export type Peaks = ReadonlyMap<string, { cpu: number; memory: number }>;

interface PodMetrics extends KubeObject {
  containers: { usage: { cpu: string; memory: string } }[];
}

const UNITS: Readonly<Record<string, number>> = { n: 1e-9, u: 1e-6, m: 1e-3, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 };

/** Number of a Kubernetes quantity: `250m`, `38Mi`, `12345n`. @throws Error for anything else */
export function quantity(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
  const factor = unit === '' ? 1 : UNITS[unit];
  if (number === '' || factor === undefined) throw new Error(`"${text}" is no quantity`);
  return Number(number) * factor;
}

export async function usesOf(kube: Kube): Promise<Use[]> {
  const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${kube.namespace}/pods`;
  const { items } = JSON.parse(await run('kubectl', ['get', '--raw', path])) as { items: PodMetrics[] };
  return items.map((pod) => ({
    component: componentOf(pod),
    cpu: pod.containers.reduce((sum, { usage }) => sum + quantity(usage.cpu), 0),
    memory: pod.containers.reduce((sum, { usage }) => sum + quantity(usage.memory), 0),
  }));
}

export function peaksOf(uses: readonly Use[]): Peaks {
  const peaks = new Map<string, { cpu: number; memory: number }>();
  for (const { component, cpu, memory } of uses) {
    const before = peaks.get(component) ?? { cpu: 0, memory: 0 };
    peaks.set(component, { cpu: Math.max(before.cpu, cpu), memory: Math.max(before.memory, memory) });
  }
  return peaks;
}

/** Metrics server measures every 15 s. */
const LOOK_MS = 15_000;

export async function usageDuring(kube: Kube, act: () => Promise<void>): Promise<Peaks> {
  const uses: Use[] = [];
  // a cluster without metrics has no figures
  const look = async (): Promise<void> => void uses.push(...(await usesOf(kube).catch(() => [])));
  await watched(LOOK_MS, look, act);
  return peaksOf(uses);
}

const HEAD = ['Process', 'MiB at rest', 'MiB under load', 'CPU at rest', 'CPU under load', 'Seconds until ready'];

/** A Markdown table by process: memory in MiB and processors at rest and under load, seconds until ready. */
export function usageTable(rest: Peaks, load: Peaks, starts: ReadonlyMap<string, number>): string {
  const names = [...new Set([...rest.keys(), ...load.keys(), ...starts.keys()])].sort();
  const mebibytes = (bytes?: number): string => (bytes === undefined ? '' : (bytes / 1024 ** 2).toFixed(0));
  const cpus = (cpu?: number): string => (cpu === undefined ? '' : cpu.toFixed(2));
  const rows = names.map((name) => {
    const [still, busy] = [rest.get(name), load.get(name)];
    const cells = [mebibytes(still?.memory), mebibytes(busy?.memory), cpus(still?.cpu), cpus(busy?.cpu)];
    return [name, ...cells, starts.get(name)?.toFixed(0) ?? ''];
  });
  return markdownTable([HEAD, ...rows]);
}

/** Seconds from start to ready, the longest of each process's pods. */
export async function startsOf(kube: Kube): Promise<Map<string, number>> {
  const starts = new Map<string, number>();
  for (const pod of await kube.pods()) {
    const started = pod.status.containerStatuses?.[0]?.state.running?.startedAt;
    const ready = pod.status.conditions?.find(({ type, status }) => type === 'Ready' && status === 'True');
    if (started === undefined || ready === undefined) continue;
    const seconds = (Date.parse(ready.lastTransitionTime) - Date.parse(started)) / 1000;
    starts.set(componentOf(pod), Math.max(seconds, starts.get(componentOf(pod)) ?? 0));
  }
  return starts;
}
