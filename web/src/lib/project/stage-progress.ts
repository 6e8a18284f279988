import type { Project } from './project-context.js';
import type { Stage } from './stages.js';
import { countText } from '../ui/formats.js';

export interface OpenWork {
  count: number;
  /** With the count. */
  text: string;
}

const work = (count: number, one: string, many: string): OpenWork[] =>
  count > 0 ? [{ count, text: countText(count, one, many) }] : [];

/** Work that is open in a stage, by the dashboard's counts (OP-04, D-61). */
export function openWorkOf({ progress }: Pick<Project, 'progress'>, { path }: Stage): OpenWork[] {
  const counts = progress?.counts;
  if (!counts) return [];
  const { pages, site_visits: visits, to_review: toReview = 0, to_link: toLink = 0 } = counts;
  switch (path) {
    case 'data-collection':
      return work(pages.total - pages.done, 'page not read', 'pages not read');
    case 'site-reconnaissance':
      return work(visits.total - visits.done, 'visit without findings', 'visits without findings');
    case 'insights':
      return [
        ...work(toReview, 'proposal to review', 'proposals to review'),
        ...work(toLink, 'finding to link', 'findings to link'),
      ];
    default:
      return [];
  }
}
