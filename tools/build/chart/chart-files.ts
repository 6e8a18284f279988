/** Chart as files, for tests without Helm. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../dev/paths.js';

export const chartDir = path.join(repoRoot, 'charts', 'symbio');

export const chartText = (...file: string[]): string => fs.readFileSync(path.join(chartDir, ...file), 'utf8');

export const chartFile = <T>(...file: string[]): T => parse(chartText(...file)) as T;

/** Every template, by its path below templates/. */
export function templates(): ReadonlyMap<string, string> {
  const folder = path.join(chartDir, 'templates');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file));
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
}

export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

/** Every alert, with numbers for the thresholds. */
export function alerts(): Alert[] {
  const { groups } = parse(chartText('files', 'alerts.yaml').replace(/\[\[ (\w+) \]\]/g, '1')) as {
    groups: { rules: Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export function dashboardQueries(): { panel: string; expr: string }[] {
  const folder = path.join(chartDir, 'files', 'dashboards');
  return fs.readdirSync(folder).flatMap((file) => {
    const { title, panels } = chartFile<{
      title: string;
      panels: { title: string; targets?: { expr: string }[] }[];
    }>('files', 'dashboards', file);
    return panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr }) => ({ panel: `${title}: ${panel.title}`, expr })),
    );
  });
}
