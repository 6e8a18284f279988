/** The 16 document categories (DATA-04 to DATA-07, OP-15), also served to clients. */
import {
  CATEGORY_GROUP_OF,
  isDocumentCategory,
  type CategoryGroup,
  type DocumentCategory,
} from '@symbio/proto/document/vocabulary';

export interface CategoryEntry {
  value: DocumentCategory;
  label: string;
  description: string;
  group: CategoryGroup;
  /** #rrggbb, readable on white and black. */
  color: string;
}

const WORDED: readonly Omit<CategoryEntry, 'group'>[] = [
  {
    value: 'regulatory_database',
    label: 'Regulatory Database',
    description: 'Reports of federal, state and local environmental records within search distances of the property.',
    color: '#2563eb',
  },
  {
    value: 'sanborn_maps',
    label: 'Sanborn Maps',
    description: 'Fire insurance maps that show buildings, their use and hazards lot by lot, from 1867 on.',
    color: '#b45309',
  },
  {
    value: 'topographic_maps',
    label: 'Topographic Maps',
    description: 'USGS quadrangles with relief, water, roads and structures, in current and historical editions.',
    color: '#15803d',
  },
  {
    value: 'aerial_imagery',
    label: 'Aerial Imagery',
    description: 'Aerial photographs and orthoimagery of the property and its surroundings over the decades.',
    color: '#0e7490',
  },
  {
    value: 'city_directories',
    label: 'City Directories',
    description: 'Listings of occupants by street address, such as Polk, Cole and Haines directories.',
    color: '#7c3aed',
  },
  {
    value: 'deed_documents',
    label: 'Deed Documents',
    description: 'Deeds and other recorded instruments that transfer the property from one owner to the next.',
    color: '#9a3412',
  },
  {
    value: 'phase_1_esa',
    label: 'Phase I ESA',
    description: 'Earlier Phase I environmental site assessments of the property or of its neighbors.',
    color: '#4d7c0f',
  },
  {
    value: 'phase_2_esi',
    label: 'Phase II ESI',
    description: 'Subsurface investigations with borings, wells and laboratory results.',
    color: '#a16207',
  },
  {
    value: 'agency_response',
    label: 'Agency Response',
    description: 'What agencies answered to freedom of information and public records requests.',
    color: '#4f46e5',
  },
  {
    value: 'remediation_case',
    label: 'Remediation Case',
    description: 'Files of spills, releases and cleanups: case reports, remedial action plans, correspondence.',
    color: '#dc2626',
  },
  {
    value: 'closure_letter',
    label: 'Closure Letter',
    description: 'Letters by which an agency closes a case or requires no further action.',
    color: '#0f766e',
  },
  {
    value: 'title_record',
    label: 'Title Record',
    description: 'Chains of title, environmental liens, activity and use limitations, title commitments.',
    color: '#9d174d',
  },
  {
    value: 'site_survey',
    label: 'Site Survey',
    description: 'Boundary, ALTA/NSPS and other land surveys, plats and site plans.',
    color: '#0369a1',
  },
  {
    value: 'other',
    label: 'Other',
    description: 'Documents that belong to none of the other categories, or that nobody has sorted yet.',
    color: '#64748b',
  },
  {
    value: 'questionnaire',
    label: 'Questionnaire',
    description: 'User, owner and occupant questionnaires and notes of interviews.',
    color: '#c026d3',
  },
  {
    value: 'user_provided',
    label: 'User Provided',
    description: 'Anything else that the user of the report or the client hands over.',
    color: '#be185d',
  },
];

export const CATEGORIES: readonly CategoryEntry[] = WORDED.map((entry) => ({
  ...entry,
  group: CATEGORY_GROUP_OF[entry.value],
}));

export type CategoryValue = DocumentCategory;

/** Until classified or set (DOC-28). */
export const DEFAULT_CATEGORY = 'other' satisfies CategoryValue;

export const isCategory = isDocumentCategory;

export const categoryLabel = (category: CategoryValue): string =>
  CATEGORIES.find(({ value }) => value === category)?.label ?? category;
