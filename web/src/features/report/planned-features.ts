/** Planned parts of a Phase I report (STUB-07, OP-35). */
export const PLANNED_FEATURES: readonly (readonly [string, string])[] = [
  ['Executive summary', 'Findings, opinions and conclusions on the first page.'],
  ['Site description', 'Location, legal description, current use and improvements of the property.'],
  ['Records review', 'Federal, state and local databases within their search distances.'],
  ['Historical use', 'A timeline of uses from fire insurance maps, aerials, topographic maps and directories.'],
  ['Adjoining properties', 'Present and past uses around the property that may affect it.'],
  ['Site reconnaissance', 'Observations, photographs and limits of access of each visit.'],
  ['Interviews', 'Owners, occupants and local officials, with date and statement.'],
  ['User-provided information', 'Questionnaire, title records, environmental liens and special knowledge.'],
  ['Recognized environmental conditions', 'RECs, controlled and historical RECs, and de minimis conditions.'],
  ['Data gaps', 'What could not be found, and whether it matters.'],
  ['Figures and appendices', 'Annotated sheets, site plans and source documents with their references.'],
  ['Professional declaration', 'Qualifications and signature of the environmental professional.'],
];
