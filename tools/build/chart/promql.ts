/** What a query of Prometheus is made of, by Prometheus' own grammar. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  metric: string;
  labels: string[];
}

/** Variables of Grafana as Prometheus gets them. */
const substituted = (query: string): string =>
  query.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', 'symbio');

export function readQuery(query: string): { selectors: Selector[]; grouping: string[] } {
  const text = substituted(query);
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`not a query, near "${text.slice(Math.max(0, from - 20), to + 20)}": ${text}`);
      if (type.name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        selectors.push({ metric: metric ? text.slice(metric.from, metric.to) : '', labels: [] });
      }
      if (type.name === 'LabelName') {
        const name = text.slice(from, to);
        if (node.parent?.type.name === 'GroupingLabels') grouping.push(name);
        else selectors.at(-1)?.labels.push(name);
      }
    },
  });
  return { selectors, grouping };
}
