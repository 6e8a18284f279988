/** kube-score over everything that is rendered. */
import { onPath } from '../../dev/paths.js';
import { run, type Findings, type Rendered } from './renders.js';
import { EXCEPTIONS, type Exception } from './scores.js';

interface Scored {
  type_meta: { kind: string };
  object_meta: { name: string; labels?: Record<string, string> };
  checks: {
    check: { id: string };
    grade: number;
    skipped: boolean;
    comments: { path: string; summary: string }[] | null;
  }[];
}

/** Grade of a check that finds nothing. */
const WELL = 10;

/** Limits of processor time are left away on purpose: they slow a process down while processors are idle. */
const SETTINGS = ['score', '--output-format', 'json', '--kubernetes-version', 'v1.30', '--ignore-container-cpu-limit'];

const applies = ({ check, kinds, components }: Exception, id: string, kind: string, component: string): boolean =>
  check === id && kinds.includes(kind) && (components === undefined || components.includes(component));

/** Everything that kube-score finds and no exception explains, and exceptions that explain nothing. */
export async function scored(rendered: readonly Rendered[]): Promise<Findings> {
  if (!onPath('kube-score')) return { wrong: [], leftOut: 'because it is not on the PATH' };
  const wrong = new Set<string>();
  const used = new Set<Exception>();
  for (const { set, manifests } of rendered) {
    const answer = await run('kube-score', [...SETTINGS, '--exit-one-on-warning=false', '-'], manifests).catch(
      (error: Error) => error.message,
    );
    for (const { type_meta: type, object_meta: object, checks } of JSON.parse(answer) as Scored[]) {
      const component = object.labels?.['app.kubernetes.io/component'] ?? '';
      for (const { check, grade, skipped, comments } of checks) {
        if (skipped || grade >= WELL) continue;
        const exception = EXCEPTIONS.find((each) => applies(each, check.id, type.kind, component));
        if (exception) used.add(exception);
        else {
          const why = (comments ?? []).map(({ path, summary }) => `${path} ${summary}`.trim()).join('; ');
          wrong.add(`${set.name}: ${type.kind} ${object.name}: ${check.id}: ${why}`);
        }
      }
    }
  }
  for (const exception of EXCEPTIONS)
    if (!used.has(exception))
      wrong.add(`the exception from ${exception.check} in tools/build/chart/scores.ts is no longer needed`);
  return { wrong: [...wrong] };
}
