/** A Prometheus that scrapes a local stack as the chart's monitors do. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ProcessGuard, startChild, type RunningChild } from '../../../dev/child-process.js';
import { onPath } from '../../../dev/paths.js';
import { freePorts, LOOPBACK } from '@symbio/fixtures/ports';
import { StartError } from '../../../dev/start-error.js';

/** Scrape and evaluation interval in seconds: several fit into the shortest window of the quick rules. */
const EVERY = 3;

export interface Target {
  name: string;
  /** `host:port` of its admin port. */
  address: string;
}

const answer = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }),
});

/** Path of a program. @throws StartError naming its package */
export function programOf(name: 'prometheus' | 'promtool'): string {
  const found = onPath(name);
  if (found === undefined)
    throw new StartError(
      `${name} is missing: install it (Debian: \`apt-get install --no-install-recommends prometheus\`).`,
    );
  return found;
}

export class Prometheus {
  private constructor(
    private readonly child: RunningChild,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /** @param rules content of a rules file @throws StartError when Prometheus is missing */
  static async start(folder: string, targets: readonly Target[], rules: string): Promise<Prometheus> {
    const program = programOf('prometheus');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'rules.yaml'), rules);
    writeSettings(folder, targets);
    const [port = 0] = await freePorts(1);
    const url = `http://${LOOPBACK}:${port}`;
    const child = await startChild(
      {
        name: 'prometheus',
        command: program,
        args: [
          `--config.file=${path.join(folder, 'prometheus.json')}`,
          `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
          `--web.listen-address=${LOOPBACK}:${port}`,
          '--web.enable-lifecycle',
        ],
        isReady: async () =>
          (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined))?.ok ?? false,
      },
      { logFile: path.join(folder, 'prometheus.log'), guard: new ProcessGuard() },
    );
    return new Prometheus(child, folder, url);
  }

  async scrape(targets: readonly Target[]): Promise<void> {
    writeSettings(this.folder, targets);
    const { ok, status } = await fetch(`${this.url}/-/reload`, { method: 'POST' });
    if (!ok) throw new Error(`Prometheus took its settings with ${status}`);
  }

  async alerts(): Promise<{ firing: string[]; pending: string[] }> {
    const response = await fetch(`${this.url}/api/v1/alerts`);
    const { alerts } = answer.parse(await response.json()).data;
    const named = (wanted: string): string[] =>
      alerts.flatMap(({ state, labels }) => (state === wanted ? [labels['alertname'] ?? ''] : []));
    return { firing: named('firing'), pending: named('pending') };
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

/** Adds the labels of the operator's monitors; `service` comes from each process, as in the chart. */
function writeSettings(folder: string, targets: readonly Target[]): void {
  const settings = {
    global: { scrape_interval: `${EVERY}s`, scrape_timeout: `${EVERY}s`, evaluation_interval: `${EVERY}s` },
    rule_files: ['rules.yaml'],
    scrape_configs: [
      {
        job_name: 'symbio',
        honor_labels: true,
        static_configs: targets.map(({ name, address }) => ({
          targets: [address],
          labels: { namespace: 'symbio', pod: name },
        })),
      },
    ],
  };
  fs.writeFileSync(path.join(folder, 'prometheus.json'), JSON.stringify(settings));
}
