/** The three groups of document categories (DATA-05 to DATA-07). */
const GROUPS = {
  historic: [
    'regulatory_database',
    'sanborn_maps',
    'topographic_maps',
    'aerial_imagery',
    'city_directories',
    'deed_documents',
    'phase_1_esa',
    'phase_2_esi',
  ],
  agency_foa: ['agency_response', 'remediation_case', 'closure_letter', 'title_record', 'site_survey', 'other'],
  user_provided: ['questionnaire', 'user_provided'],
} as const;

export type DocumentGroup = keyof typeof GROUPS;

const GROUP_OF: ReadonlyMap<string, DocumentGroup> = new Map(
  (Object.keys(GROUPS) as DocumentGroup[]).flatMap((group) =>
    GROUPS[group].map((category) => [category, group] as const),
  ),
);

/** The group of a category; a category that is not known yet counts as `other` does. */
export const groupOf = (category: string): DocumentGroup => GROUP_OF.get(category) ?? 'agency_foa';

/** Categories whose sheets are made into pages: with them the work is done only when the pages are there. */
const PAGED: ReadonlySet<string> = new Set(['sanborn_maps', 'topographic_maps', 'aerial_imagery']);

export const isPaged = (category: string): boolean => PAGED.has(category);
