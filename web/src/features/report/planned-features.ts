import { SECTION_LABELS } from '@symbio/proto/labels';
import type { SectionKey } from '@symbio/proto/reports/vocabulary';

type Part = readonly [name: string, text: string, key: SectionKey];

const part = (key: SectionKey, text: string): Part => [SECTION_LABELS[key], text, key];

/** Parts of a Phase I report (STUB-07, OP-35). */
export const PLANNED_FEATURES: readonly Part[] = [
  part('executive_summary', 'Findings, opinions and conclusions on the first page.'),
  part('site_description', 'Location, legal description, current use and improvements of the property.'),
  part('records_review', 'Federal, state and local databases within their search distances.'),
  part('historical_use', 'A timeline of uses from fire insurance maps, aerials, topographic maps and directories.'),
  part('adjoining_properties', 'Present and past uses around the property that may affect it.'),
  part('site_reconnaissance', 'Observations, photographs and limits of access of each visit.'),
  part('interviews', 'Owners, occupants and local officials, with date and statement.'),
  part('user_information', 'Questionnaire, title records, environmental liens and special knowledge.'),
  part('conditions', 'RECs, controlled and historical RECs, and de minimis conditions.'),
  part('data_gaps', 'What could not be found, and whether it matters.'),
  part('appendices', 'Annotated sheets, site plans and source documents with their references.'),
  part('declaration', 'Qualifications and signature of the environmental professional.'),
];

/** Further texts of a report, once a version was locked. */
export const FURTHER_TEXTS: readonly Part[] = [
  part('introduction', 'Purpose, scope, deviations and limits of the assessment.'),
  part('physical_setting', 'Topography, geology and groundwater.'),
  part('conclusions', 'RECs, CRECs and significant data gaps.'),
];
