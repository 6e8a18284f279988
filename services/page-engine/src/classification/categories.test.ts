import { CATEGORY_GROUPS, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { CATEGORIES, isCategory } from './categories.js';

const ofGroup = (group: string) => CATEGORIES.filter((entry) => entry.group === group).map(({ value }) => value);

describe('the table of categories', () => {
  it('has the 16 values in their groups (DATA-05 to DATA-07)', () => {
    expect(CATEGORIES.map(({ value }) => value)).toEqual(DOCUMENT_CATEGORIES);
    expect(CATEGORY_GROUPS.map(ofGroup)).toEqual([
      [
        'regulatory_database',
        'sanborn_maps',
        'topographic_maps',
        'aerial_imagery',
        'city_directories',
        'deed_documents',
        'phase_1_esa',
        'phase_2_esi',
      ],
      ['agency_response', 'remediation_case', 'closure_letter', 'title_record', 'site_survey', 'other'],
      ['questionnaire', 'user_provided'],
    ]);
  });

  it('gives each a label, a description and a distinct colour (DATA-04)', () => {
    expect(new Set(CATEGORIES.map(({ label }) => label)).size).toBe(16);
    expect(new Set(CATEGORIES.map(({ color }) => color)).size).toBe(16);
    for (const { color, description } of CATEGORIES) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(description).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('rejects other words', () => {
    expect(isCategory('sanborn_maps')).toBe(true);
    expect(isCategory('Sanborn Maps')).toBe(false);
    expect(isCategory('')).toBe(false);
  });
});
