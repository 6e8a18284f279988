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
 * inspection is the earliest visit with access and findings, the cautious reading.
 */
export function resolveComponents<Typed extends TypedDate>(
  typed: readonly Typed[],
  inspectionDays: readonly string[],
): Component<Typed>[] {
  const earliest = inspectionDays.toSorted()[0];
  return COMPONENT_KINDS.map((kind) => {
    const given = typed.find((one) => one.kind === kind);
    if (given) return { kind, date: given.date, source: 'typed', typed: given };
    return kind === 'site_inspection' && earliest !== undefined
      ? { kind, date: earliest, source: 'visit', typed: undefined }
      : { kind, date: undefined, source: undefined, typed: undefined };
  });
}
