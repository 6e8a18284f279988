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

/** Days of records that can date a component. */
export type RecordedDays = Partial<Record<ComponentKind, readonly string[]>>;

const SOURCES: Readonly<Partial<Record<ComponentKind, ComponentDateSource>>> = {
  interviews: 'interview',
  lien_search: 'lien_search',
  site_inspection: 'visit',
};

/**
 * The five components in the order of the vocabulary. A typed date counts before records; of several records the
 * earliest counts, which is the cautious choice: a visit with access and findings, an answered interview, a lien search.
 */
export function resolveComponents<Typed extends TypedDate>(
  typed: readonly Typed[],
  recorded: RecordedDays,
): Component<Typed>[] {
  return COMPONENT_KINDS.map((kind) => {
    const given = typed.find((one) => one.kind === kind);
    if (given) return { kind, date: given.date, source: 'typed', typed: given };
    const [date] = (recorded[kind] ?? []).toSorted();
    return { kind, date, source: date === undefined ? undefined : SOURCES[kind], typed: undefined };
  });
}
