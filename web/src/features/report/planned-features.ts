import type { SectionKey } from '@symbio/proto/reports/vocabulary';

/** Parts of a Phase I report (STUB-07, OP-35). */
export const PLANNED_FEATURES: readonly (readonly [name: string, text: string, key: SectionKey])[] = [
  ['Executive summary', 'Findings, opinions and conclusions on the first page.', 'executive_summary'],
  [
    'Site description',
    'Location, legal description, current use and improvements of the property.',
    'site_description',
  ],
  ['Records review', 'Federal, state and local databases within their search distances.', 'records_review'],
  [
    'Historical use',
    'A timeline of uses from fire insurance maps, aerials, topographic maps and directories.',
    'historical_use',
  ],
  ['Adjoining properties', 'Present and past uses around the property that may affect it.', 'adjoining_properties'],
  ['Site reconnaissance', 'Observations, photographs and limits of access of each visit.', 'site_reconnaissance'],
  ['Interviews', 'Owners, occupants and local officials, with date and statement.', 'interviews'],
  [
    'User-provided information',
    'Questionnaire, title records, environmental liens and special knowledge.',
    'user_information',
  ],
  [
    'Recognized environmental conditions',
    'RECs, controlled and historical RECs, and de minimis conditions.',
    'conditions',
  ],
  ['Data gaps', 'What could not be found, and whether it matters.', 'data_gaps'],
  ['Figures and appendices', 'Annotated sheets, site plans and source documents with their references.', 'appendices'],
  ['Professional declaration', 'Qualifications and signature of the environmental professional.', 'declaration'],
];

/** Further texts of a report, once a version was locked. */
export const FURTHER_TEXTS: typeof PLANNED_FEATURES = [
  ['Introduction', 'Purpose, scope, deviations and limits of the assessment.', 'introduction'],
  ['Physical setting', 'Topography, geology and groundwater.', 'physical_setting'],
  ['Conclusions', 'RECs, CRECs and significant data gaps.', 'conclusions'],
];
