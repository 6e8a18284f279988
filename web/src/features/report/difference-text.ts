import type { ReportDifference } from '@symbio/client';
import {
  COMPONENT_LABELS,
  COVERAGE_AREA_LABELS,
  COVERAGE_SOURCE_LABELS,
  labelIn,
  SECTION_LABELS,
} from '@symbio/proto/labels';

/** Names of things that the evidence knows by words of a vocabulary. */
const NAMES: Readonly<Record<string, (id: string) => string>> = {
  Component: (kind) => labelIn(COMPONENT_LABELS, kind),
  Text: (key) => labelIn(SECTION_LABELS, key),
  Coverage: (row) => {
    const [source = '', area = ''] = row.split(' ');
    return `${labelIn(COVERAGE_SOURCE_LABELS, source)}, ${labelIn(COVERAGE_AREA_LABELS, area)}`;
  },
};

/** `Text Interviews: added`; names of mentions are sentences. */
export const differenceText = ({ kind, id, name, change }: ReportDifference): string =>
  `${kind} ${NAMES[kind]?.(id) ?? name.replace(/\.$/, '')}: ${change}`;

/** `Professional, licence: (none) → PE-4711`, of the path `professional.licence`. */
export function fieldText({ field, from, to }: ReportDifference['fields'][number]): string {
  const words = field.replaceAll('_', ' ').split('.').join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${from || '(none)'} → ${to || '(none)'}`;
}
