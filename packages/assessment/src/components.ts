import { COMPONENT_KINDS, type ComponentDateSource, type ComponentKind } from '@symbio/proto/project/vocabulary';

export interface TypedDate {
  kind: ComponentKind;
  /** YYYY-MM-DD. */
  date: string;
}

export interface Component<Typed extends TypedDate = TypedDate> {
  kind: ComponentKind;
  /** YYYY-MM-DD; undefined: unknown. */
  date: string | undefined;
  source: ComponentDateSource | undefined;
  typed: Typed | undefined;
}

/**
 * The five components in the order of the vocabulary. A typed date counts before a record; without one the site
 * inspection is the earliest visit with access and findings, and the interviews the earliest one that was answered: the
 * cautious reading.
 */
export function resolveComponents<Typed extends TypedDate>(
  typed: readonly Typed[],
  inspectionDays: readonly string[],
  interviewDays: readonly string[] = [],
): Component<Typed>[] {
  const [visit] = inspectionDays.toSorted();
  const [interview] = interviewDays.toSorted();
  return COMPONENT_KINDS.map((kind) => {
    const given = typed.find((one) => one.kind === kind);
    if (given) return { kind, date: given.date, source: 'typed', typed: given };
    if (kind === 'site_inspection' && visit !== undefined)
      return { kind, date: visit, source: 'visit', typed: undefined };
    if (kind === 'interviews' && interview !== undefined)
      return { kind, date: interview, source: 'interview', typed: undefined };
    return { kind, date: undefined, source: undefined, typed: undefined };
  });
}
