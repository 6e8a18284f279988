import { project } from '../../testing/fixtures.js';
import { openWorkOf } from './stage-progress.js';
import { STAGES } from './stages.js';

const NONE = { done: 0, total: 0 };
const bars = { historic: 'empty', agency: 'empty', user_provided: 'empty', pages: 'partial' } as const;
const progress = { setup: 1, data: bars, site_recon: 'none', insights: 'half', report: 'empty' } as const;

const open = (counts?: object): object =>
  Object.fromEntries(
    STAGES.flatMap((stage) => {
      const found = openWorkOf({ ...project, progress: { ...progress, ...(counts && { counts }) } as never }, stage);
      return found.length > 0 ? [[stage.path, found.map(({ text }) => text)]] : [];
    }),
  );

describe('open work of the stages (D-61)', () => {
  it('is what is not read, visited, reviewed or linked', () => {
    const all = { historic: NONE, agency: NONE, user_provided: NONE };
    expect(
      open({
        ...{ ...all, pages: { done: 3, total: 11 }, site_visits: { done: 1, total: 2 }, to_review: 47, to_link: 1 },
      }),
    ).toEqual({
      'data-collection': ['8 pages not read'],
      'site-reconnaissance': ['1 visit without findings'],
      insights: ['47 proposals to review', '1 finding to link'],
    });
    expect(open({ ...all, pages: NONE, site_visits: NONE, to_review: 0, to_link: 0 })).toEqual({});
    expect(open()).toEqual({});
  });
});
