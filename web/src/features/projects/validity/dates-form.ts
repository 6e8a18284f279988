import { COMPONENT_KINDS, type ComponentKind } from '@symbio/proto/project/vocabulary';
import type { Assessment, TypedDates } from './assessment-api.js';

export interface DatesForm {
  acquisition: string;
  dates: Record<ComponentKind, { date: string; note: string }>;
}

/** Typed dates; those of visits stay empty. */
export function formOf({ acquisition_date: acquisition, components }: Assessment): DatesForm {
  const dateOf = (kind: ComponentKind): [ComponentKind, { date: string; note: string }] => {
    const found = components.find((one) => one.kind === kind && one.source === 'typed');
    return [kind, { date: found?.date ?? '', note: found?.note ?? '' }];
  };
  return {
    acquisition: acquisition ?? '',
    dates: Object.fromEntries(COMPONENT_KINDS.map(dateOf)) as DatesForm['dates'],
  };
}

export const bodyOf = ({ acquisition, dates }: DatesForm): TypedDates => ({
  acquisition_date: acquisition || null,
  dates: COMPONENT_KINDS.flatMap((kind) => {
    const { date, note } = dates[kind];
    return date ? [{ kind, date, note: note.trim() }] : [];
  }),
});

/** A typed inspection replaces the date of a visit. */
export const isReasonMissing = ({ dates: { site_inspection: inspection } }: DatesForm): boolean =>
  inspection.date !== '' && inspection.note.trim() === '';
