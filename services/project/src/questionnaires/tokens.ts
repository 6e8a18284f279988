import { hashOfToken, serviceActor } from '@symbio/runtime';
import type { ProjectRepository } from '../repository.js';
import type { StoredLink } from './model.js';

/** Stores the token of a link that is about to be mailed. Undefined for an ended or removed link. */
export async function storeToken(
  projects: Pick<ProjectRepository, 'change'>,
  projectId: string,
  id: string,
  token: string,
): Promise<StoredLink | undefined> {
  const isOpen = (link: StoredLink): boolean => link.id === id && !link.endedAt;
  const row = await projects.change(
    projectId,
    serviceActor('project'),
    ({ questionnaire }) =>
      questionnaire?.links.some(isOpen)
        ? {
            questionnaire: {
              ...questionnaire,
              links: questionnaire.links.map((link) =>
                isOpen(link) ? { ...link, tokenHash: hashOfToken(token) } : link,
              ),
            },
          }
        : undefined,
    () => [],
  );
  return row?.questionnaire?.links.find(isOpen);
}
