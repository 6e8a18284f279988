import { PROJECT_SORTS } from '@symbio/proto/project/vocabulary';
import { listOrderOf, ranksOf } from './sorting.js';

describe('the order of the list', () => {
  it('is newest first without a choice; other columns begin with the smallest', () => {
    expect(listOrderOf({ sort: '', order: '' }, true)).toEqual({ sort: 'created_at', order: 'desc' });
    expect(listOrderOf({ sort: 'due_date', order: '' }, false)).toEqual({ sort: 'due_date', order: 'asc' });
    expect(listOrderOf({ sort: 'due_date', order: 'desc' }, false)).toEqual({ sort: 'due_date', order: 'desc' });
  });

  it('is refused if unknown, and with a cursor unless newest first', () => {
    expect(() => listOrderOf({ sort: 'color', order: 'up' }, false)).toThrow(
      expect.objectContaining({
        fields: { sort: `sort must be one of ${PROJECT_SORTS.join(', ')}`, order: 'order must be asc or desc' },
      }) as Error,
    );
    for (const asked of [
      { sort: 'title', order: '' },
      { sort: '', order: 'asc' },
    ])
      expect(() => listOrderOf(asked, true)).toThrow(
        expect.objectContaining({
          fields: { cursor: 'A cursor follows projects newest first: use page with another order' },
        }) as Error,
      );
  });
});

describe('ranks of cells', () => {
  const bars = { dataHistoric: 'full', dataAgency: 'partial', dataUserProvided: 'empty', dataPages: 'full' } as const;

  it('grow with what is done', () => {
    expect(ranksOf(bars)).toEqual({ data: 5 });
    const siteRecon = (['none', 'any', 'completed'] as const).map((word) => ranksOf({ siteRecon: word }).siteRecon);
    const insights = (['empty', 'half', 'full'] as const).map((word) => ranksOf({ insights: word }).insights);
    expect([siteRecon, insights]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it('are only those of the given cells', () => {
    expect(ranksOf({ dataHistoric: 'full' })).toEqual({});
    expect(ranksOf({ hasAnnotations: true, insights: 'half' })).toEqual({ insights: 1 });
  });
});
