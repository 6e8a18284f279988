/** Generates the chart's dashboards, charts/symbio/files/dashboards/*.json, from `dashboards.yaml`. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../dev/paths.js';

type Unit = 'short' | 's' | 'percent' | 'bytes' | 'reqps' | 'ops' | 'cores';

/** Queries by their legends; drawn as lines. */
interface Panel {
  title: string;
  /** What to make of it. */
  says: string;
  unit: Unit;
  queries: Readonly<Record<string, string>>;
}

interface Dashboard {
  title: string;
  rows: Readonly<Record<string, readonly Panel[]>>;
}

const [HERE, RANGE] = ['namespace="$namespace"', '$__rate_interval'];
const DASHBOARDS = parse(
  fs
    .readFileSync(path.join(repoRoot, 'tools/build/chart/dashboards.yaml'), 'utf8')
    .replaceAll(/\bHERE\b/g, () => HERE)
    .replaceAll(/\bRANGE\b/g, () => RANGE),
) as Readonly<Record<string, Dashboard>>;

/** Grafana's own names of the units. */
const UNITS: Readonly<Record<Unit, string>> = {
  short: 'short',
  s: 's',
  percent: 'percent',
  bytes: 'bytes',
  reqps: 'reqps',
  ops: 'ops',
  cores: 'none',
};
const SOURCE = { type: 'prometheus', uid: '${source}' };
/** Grafana counts in 24 columns. */
const SIZE = { w: 12, h: 8 };

function panel({ title, says, unit, queries }: Panel, id: number, x: number, y: number): object {
  return {
    id,
    type: 'timeseries',
    title,
    description: says,
    datasource: SOURCE,
    gridPos: { ...SIZE, x, y },
    fieldConfig: {
      defaults: { unit: UNITS[unit], min: 0, custom: { lineWidth: 1, fillOpacity: 8, showPoints: 'never' } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}

function panels(rows: Dashboard['rows']): object[] {
  const all: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(rows)) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    });
    y += 1;
    row.forEach((each, index) =>
      all.push(panel(each, all.length + 1, (index % 2) * SIZE.w, y + Math.floor(index / 2) * SIZE.h)),
    );
    y += Math.ceil(row.length / 2) * SIZE.h;
  }
  return all;
}

const variable = (more: object): object => ({ hide: 0, skipUrlSync: false, ...more });

function dashboardFile(name: string, { title, rows }: Dashboard): string {
  const dashboard = {
    uid: `symbio-${name}`,
    title,
    tags: ['symbio'],
    editable: true,
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    graphTooltip: 1,
    links: [
      { type: 'dashboards', title: 'Symbio', tags: ['symbio'], asDropdown: true, keepTime: true, includeVars: true },
    ],
    templating: {
      list: [
        variable({ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }),
        variable({
          name: 'namespace',
          label: 'Namespace',
          type: 'query',
          datasource: SOURCE,
          query: { query: 'label_values(symbio_ready, namespace)', refId: 'namespace' },
          refresh: 2,
          sort: 1,
        }),
      ],
    },
    panels: panels(rows),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

export const dashboardFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(DASHBOARDS).map(([name, dashboard]) => [name, () => dashboardFile(name, dashboard)]),
);
