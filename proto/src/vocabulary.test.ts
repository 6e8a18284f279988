import { JOB_STATUSES, JOB_TYPES, isJobType, type JobType } from './job/vocabulary.js';
import {
  DOCUMENT_CATEGORIES,
  MAP_CATEGORIES,
  PAGE_KINDS,
  SHEET_KIND_OF,
  pageLabel,
  sheetKindOf,
} from './document/vocabulary.js';
import { PERMISSIONS } from './identity/vocabulary.js';
import { PROJECT_STATUSES } from './project/vocabulary.js';

describe('the words of the contract', () => {
  it('are those that JSON and databases hold, in the order of the contract', () => {
    expect(JOB_STATUSES).toEqual(['pending', 'processing', 'completed', 'failed', 'retrying']);
    expect(JOB_TYPES).toEqual([
      'document-specific',
      'background-generate-records',
      'background-generate-images',
      'background-analyze-pages',
      'ingest-generic-pdf',
      'classify-document',
    ]);
    expect(PERMISSIONS).toEqual(['canCreateProject', 'canManageUser', 'canSeeReleaseNotes', 'canManageAgents']);
    expect(PROJECT_STATUSES).toContain('site_reconnaissance');
    expect(DOCUMENT_CATEGORIES).toHaveLength(16);
    expect(DOCUMENT_CATEGORIES).toContain('phase_1_esa');
  });

  it('are types as well, and tell a word from another text', () => {
    const type: JobType = 'document-specific';
    expect(isJobType(type)).toBe(true);
    expect(['DOCUMENT_SPECIFIC', 'document_specific', '', undefined].filter(isJobType)).toEqual([]);
  });

  it('say which sheets a document of a category holds', () => {
    expect(Object.values(SHEET_KIND_OF)).toEqual(PAGE_KINDS);
    expect(sheetKindOf('aerial_imagery')).toBe('aerial_photo');
    expect(sheetKindOf('deed_documents')).toBeUndefined();
    expect(sheetKindOf('no category')).toBeUndefined();
    expect(MAP_CATEGORIES).toEqual(['sanborn_maps', 'topographic_maps', 'aerial_imagery']);
  });
});

describe('what a page is called', () => {
  it.each([
    [{ number: 3, kind: 'sanborn_map', year: 1894 }, 'Year 1894'],
    [{ number: 3, kind: 'sanborn_map' }, 'Sanborn Map (Page 3)'],
    [{ number: 3, kind: 'topographic_map', year: 1894 }, 'Topographic Map (Page 3)'],
    [{ number: 3, kind: 'aerial_photo', year: '1950' }, 'Aerial 1950'],
    [{ number: 3, kind: 'aerial_photo', year: null }, 'Aerial Photo (Page 3)'],
    [{ number: 3, kind: '', year: 1894 }, 'Page 3'],
  ])('of %j is %s (VIEW-09 to VIEW-12)', (page, label) => {
    expect(pageLabel(page)).toBe(label);
  });
});
