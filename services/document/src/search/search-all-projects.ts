import type { CallContext } from '@symbio/rpc';
import { isId, refuseFields, type Clock } from '@symbio/runtime';
import { isAmong, type ProjectAccess } from '@symbio/project-access';
import { parseQuery, tokensOf } from '@symbio/page-engine/reading';
import type { SearchAllProjectsRequest } from '@symbio/proto/document';
import { MAX_SEARCH, SEARCHED_PAGES, SEARCHED_PROJECTS } from '@symbio/proto/limits';
import type { DocumentRepository } from '../repository.js';
import { byRelevance, findPages, soughtTerms, type PageQuery, type RankedPage, type SoughtTerm } from './find-pages.js';
import type { FoundPage } from './page-search.js';
import { newestFirst, type PageTexts } from './page-text-repository.js';

const MAX_DOCUMENTS = 50;

export const SEARCH_LIMITS = {
  /** Newest first. */
  projects: 500,
  projectsAtOnce: 50,
  /** Per term, kind of match and group of projects. */
  marks: 5_000,
  pages: 2_000,
  ms: 3_000,
} as const;

interface PageOfProject extends RankedPage {
  projectId: string;
  sought: readonly SoughtTerm[];
}

export interface FoundProject {
  projectId: string;
  pageCount: number;
  hits: FoundPage[];
}

export interface SearchOfAllDeps {
  access: Pick<ProjectAccess, 'visible'>;
  repository: Pick<DocumentRepository, 'named' | 'projectsOf'>;
  texts: Pick<PageTexts, 'projects' | 'vocabulary' | 'marked' | 'withPhrase'>;
  describe: (ranked: readonly RankedPage[], sought: readonly SoughtTerm[]) => Promise<FoundPage[]>;
  clock: Clock;
  limits?: { readonly [Limit in keyof typeof SEARCH_LIMITS]: number };
}

const atMost = (asked: number, { shown, most }: typeof SEARCHED_PROJECTS): number =>
  Math.min(asked > 0 ? asked : shown, most);

export function createSearchOfAll({
  access,
  repository,
  texts,
  describe,
  clock,
  limits = SEARCH_LIMITS,
}: SearchOfAllDeps) {
  /** Newest first. */
  async function projectsOf(context: CallContext): Promise<string[]> {
    const visible = await access.visible(context);
    if (visible === 'all' || 'except' in visible) return (await texts.projects()).filter((id) => isAmong(visible, id));
    return visible.filter(isId).sort(newestFirst);
  }

  async function pagesIn(
    projectIds: readonly string[],
    terms: PageQuery['terms'],
    onCut: () => void,
  ): Promise<PageOfProject[]> {
    const query = { projectId: projectIds, limit: limits.marks };
    const sought = await soughtTerms({ ...query, terms }, texts.vocabulary);
    const ranked = await findPages(query, sought, 'relevance', {
      withPhrase: (...asked) => texts.withPhrase(...asked),
      async marked(asked) {
        const found = await texts.marked(asked);
        if (found.length >= limits.marks) onCut();
        return found;
      },
    });
    const among = new Set(projectIds);
    const projects = await repository.projectsOf([...new Set(ranked.map(({ documentId }) => documentId))]);
    return ranked.flatMap((page) => {
      const projectId = projects.get(page.documentId);
      return projectId !== undefined && among.has(projectId) ? [{ ...page, projectId, sought }] : [];
    });
  }

  /** In groups of projects, until all are searched or a limit is reached. */
  async function pagesOf(
    projectIds: readonly string[],
    terms: PageQuery['terms'],
  ): Promise<{ pages: PageOfProject[]; cut: boolean }> {
    const until = clock.now().getTime() + limits.ms;
    const pages: PageOfProject[] = [];
    let at = 0;
    let cut = false;
    const onCut = (): void => {
      cut = true;
    };
    const searched = Math.min(projectIds.length, limits.projects);
    while (at < searched && pages.length < limits.pages && clock.now().getTime() < until) {
      const some = projectIds.slice(at, Math.min(at + limits.projectsAtOnce, searched));
      pages.push(...(await pagesIn(some, terms, onCut)));
      at += limits.projectsAtOnce;
    }
    return { pages: pages.sort(byRelevance), cut: cut || Math.min(at, searched) < projectIds.length };
  }

  return async function searchAll(
    { query, projects, pagesPerProject }: SearchAllProjectsRequest,
    context: CallContext,
  ): Promise<{
    projects: FoundProject[];
    projectCount: number;
    pageCount: number;
    documents: Awaited<ReturnType<DocumentRepository['named']>>;
    cut: boolean;
  }> {
    const asked = query.slice(0, MAX_SEARCH);
    const terms = parseQuery(asked);
    refuseFields(terms.length === 0 ? { q: 'q must have a letter or a digit' } : {});
    const visible = await projectsOf(context);
    const [{ pages, cut }, documents] = await Promise.all([
      pagesOf(visible, terms),
      repository.named(visible.slice(0, limits.projects), tokensOf(asked), MAX_DOCUMENTS),
    ]);
    const byProject = new Map<string, PageOfProject[]>();
    for (const page of pages) byProject.set(page.projectId, [...(byProject.get(page.projectId) ?? []), page]);
    const shown = [...byProject].slice(0, atMost(projects, SEARCHED_PROJECTS));
    const found = shown.map(async ([projectId, of]): Promise<FoundProject> => {
      const best = of.slice(0, atMost(pagesPerProject, SEARCHED_PAGES));
      return { projectId, pageCount: of.length, hits: await describe(best, best[0]?.sought ?? []) };
    });
    return {
      projects: await Promise.all(found),
      projectCount: byProject.size,
      pageCount: pages.length,
      documents,
      cut,
    };
  };
}

export type SearchOfAll = ReturnType<typeof createSearchOfAll>;
