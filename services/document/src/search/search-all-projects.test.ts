import { contextOf } from '@symbio/rpc/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import type { VisibleProjects } from '@symbio/project-access';
import { SearchAllProjectsRequest } from '@symbio/proto/document';
import { marksOf } from './marks.js';
import type { MarksQuery } from './page-text-repository.js';
import { createSearchOfAll, SEARCH_LIMITS } from './search-all-projects.js';

const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [OLD, MIDDLE, NEW] = [idOf(1), idOf(2), idOf(3)] as const;

interface Sheet {
  projectId: string;
  documentId: string;
  pageNumber?: number;
  text: string;
}

function setUp(sheets: readonly Sheet[], visible: VisibleProjects, limits: Partial<typeof SEARCH_LIMITS> = {}) {
  const clock = new TestClock();
  const deleted = new Set<string>();
  const asked: string[][] = [];
  const listed = (of: MarksQuery['projectId']): readonly string[] => (typeof of === 'string' ? [of] : of);
  const box = { x: 0, y: 0, width: 1, height: 1, turned: 0, confidence: 1 };
  const texts = {
    projects: () => Promise.resolve([NEW, MIDDLE, OLD]),
    vocabulary: { near: none, endingIn: none, halvesOf: none },
    marked({ projectId, marks, limit }: MarksQuery) {
      asked.push([...listed(projectId)]);
      const found = sheets
        .filter((sheet) => listed(projectId).includes(sheet.projectId))
        .flatMap(({ documentId, pageNumber = 1, text }) =>
          marksOf(text.split(' ').map((word) => ({ ...box, text: word })))
            .filter((mark) => marks.some((wanted) => wanted.test(mark)))
            .map((mark) => ({ documentId, pageNumber, mark })),
        );
      return Promise.resolve(found.slice(0, limit));
    },
    withPhrase: none,
  };
  const repository = {
    named: (projectIds: readonly string[], words: readonly string[]) =>
      Promise.resolve(
        projectIds.map((projectId) => ({ _id: 'd', projectId, title: words.join(' '), fileName: 'a.pdf' })),
      ),
    projectsOf: (ids: readonly string[]) =>
      Promise.resolve(
        new Map(
          sheets
            .filter(({ documentId }) => ids.includes(documentId) && !deleted.has(documentId))
            .map(({ documentId, projectId }) => [documentId, projectId]),
        ),
      ),
  };
  const search = createSearchOfAll({
    ...{ clock, repository, texts: texts as never, limits: { ...SEARCH_LIMITS, ...limits } },
    access: { visible: () => Promise.resolve(visible) },
    describe: (ranked) => Promise.resolve(ranked as never),
  });
  const found = async (query: string, more: object = {}) => {
    const answer = await search(SearchAllProjectsRequest.fromPartial({ query, ...more }), contextOf(person()));
    return { ...answer, ids: answer.projects.map(({ projectId, pageCount }) => [projectId, pageCount]) };
  };
  return { found, asked, deleted, clock };
}

function none(): Promise<never[]> {
  return Promise.resolve([]);
}

const sheets: Sheet[] = [
  { projectId: OLD, documentId: 'a', text: 'gas holder' },
  { projectId: OLD, documentId: 'a', pageNumber: 2, text: 'gas gas gas holder' },
  { projectId: MIDDLE, documentId: 'b', text: 'gasoline holders' },
  { projectId: NEW, documentId: 'c', text: 'gas' },
];

describe('the search over all projects', () => {
  it('finds pages with all words in the projects that the caller may see, best project first', async () => {
    const { found, asked } = setUp(sheets, [OLD, MIDDLE]);
    const { ids, pageCount, projectCount, cut } = await found('gas holder');
    expect(ids).toEqual([
      [OLD, 2],
      [MIDDLE, 1],
    ]);
    expect([pageCount, projectCount, cut]).toEqual([3, 2, false]);
    expect(asked.every((of) => !of.includes(NEW))).toBe(true);
    expect((await setUp(sheets, []).found('gas')).ids).toEqual([]);
  });

  it('searches every project for people who see all, but no deleted one', async () => {
    const { ids, documents } = await setUp(sheets, { except: [OLD] }).found('gas');
    expect(ids).toEqual([
      [NEW, 1],
      [MIDDLE, 1],
    ]);
    expect(documents.map(({ projectId }) => projectId)).toEqual([NEW, MIDDLE]);
  });

  it('leaves out deleted documents', async () => {
    const { found, deleted } = setUp(sheets, 'all');
    deleted.add('a');
    expect((await found('gas holder')).ids).toEqual([[MIDDLE, 1]]);
  });

  it('returns the asked number of projects and of pages, and counts the rest', async () => {
    const { projects, projectCount, pageCount } = await setUp(sheets, 'all').found('gas', {
      ...{ projects: 1, pagesPerProject: 1 },
    });
    expect(projects.map(({ projectId, hits }) => [projectId, hits.length])).toEqual([[OLD, 1]]);
    expect([projectCount, pageCount]).toEqual([3, 4]);
  });

  it.each([
    ['projects', { projects: 2 }],
    ['pages', { pages: 1, projectsAtOnce: 1 }],
    ['marks', { marks: 1 }],
    ['time', { ms: 0 }],
  ])('says that there may be more after a limit of %s', async (_, limits) => {
    const { found } = setUp(sheets, [OLD, MIDDLE, NEW], limits as Partial<typeof SEARCH_LIMITS>);
    expect((await found('gas')).cut).toBe(true);
  });

  it('begins with the newest projects', async () => {
    const { found } = setUp(sheets, [OLD, NEW, MIDDLE], { projects: 1 as never });
    expect((await found('gas')).ids).toEqual([[NEW, 1]]);
  });

  it('refuses a query without a letter or digit', async () => {
    await expect(setUp(sheets, 'all').found('"?"')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
