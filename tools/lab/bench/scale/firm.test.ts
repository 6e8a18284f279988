import { annotationsThatFit, FIRM, needOf, rowsInFirm } from './firm.js';

const SAMPLE = { annotations: 200, pages: 10, documents: 5, projects: 2, people: 3 };

describe('the needs of a firm', () => {
  it('follow the number that the rows of a collection follow, projects by default', () => {
    expect(rowsInFirm('feature.mentions', 100, SAMPLE)).toBe(FIRM.annotations / 2);
    expect(rowsInFirm('project.site_visits', 4, SAMPLE)).toBe(FIRM.projects * 2);
    const size = { dataPerRow: 100, diskPerRow: 40, indexes: [{ fields: ['_id'], bytesPerRow: 20 }] };
    expect(needOf({ name: 'feature.mentions', rows: 2, ...size }, SAMPLE, 0.25)).toEqual({
      ...{ name: 'feature.mentions', driver: 'annotations', rows: 1_000_000 },
      ...{ diskBytes: 40_000_000, indexBytes: 20_000_000, hotBytes: 5_000_000 },
    });
  });

  it('has an index of scattered values whole in memory, and others for projects in work', () => {
    const indexes = [
      { fields: ['projectId', 'createdAt'], bytesPerRow: 10 },
      { fields: ['wordsDigest', 'status'], bytesPerRow: 30 },
    ];
    const need = needOf({ name: 'document.pages', rows: 10, dataPerRow: 1, diskPerRow: 1, indexes }, SAMPLE, 0.5);
    expect(need.indexBytes).toBe(80_000_000);
    expect(need.hotBytes).toBe(70_000_000);
    expect(annotationsThatFit([need], 35_000_000)).toBe(FIRM.annotations / 2);
  });
});
