import { rightsOf, type Project } from '../../../lib/project/project-context.js';
import { countText } from '../../../lib/ui/formats.js';

const pagesOf = (project: Project): number => project.progress?.counts?.pages.done ?? 0;
const toReviewOf = (project: Project): number => project.progress?.counts?.to_review ?? 0;

/** Sample that the person only looks at. */
export const isVisited = (project: Project): boolean =>
  project.sample === true && !rightsOf(project.access_role).canEdit;

/** The open project to look at first: an own one, one with proposals to review, the one with most pages. */
export function worthOpening(projects: readonly Project[]): Project | undefined {
  const [first] = projects
    .filter((project) => project.status !== 'completed' && pagesOf(project) > 0)
    .sort(
      (a, b) =>
        Number(isVisited(a)) - Number(isVisited(b)) ||
        Number(toReviewOf(b) > 0) - Number(toReviewOf(a) > 0) ||
        pagesOf(b) - pagesOf(a),
    );
  return first;
}

/** `12 sheets read, 9 findings, 3 to review`, without unknown numbers and zeros. */
export function summaryOf({
  sheets,
  findings,
  toReview,
}: Readonly<Record<'sheets' | 'findings' | 'toReview', number | undefined>>): string {
  return [
    sheets ? `${countText(sheets, 'sheet')} read` : '',
    findings ? countText(findings, 'finding') : '',
    toReview ? `${toReview} to review` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
