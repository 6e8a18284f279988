import type { ProjectAccess } from '@symbio/project-access';
import type { CallContext } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import { ROLE_TO } from '../policy.js';
import { refuseAgents } from './judging.js';
import type { KnownHit, KnownHits } from './known-hits.js';

export interface FoundHit {
  projectId: string;
  hit: KnownHit;
  /** All hits of the project. */
  all: readonly KnownHit[];
}

export function createHitAccess({
  knownHits,
  access,
}: {
  knownHits: KnownHits;
  access: Pick<ProjectAccess, 'require'>;
}) {
  /** @throws AppError NOT_FOUND */
  async function readable(id: string, context: CallContext): Promise<FoundHit> {
    const projectId = await knownHits.projectOf(id);
    await access.require(context, projectId, ROLE_TO.read, 'Record');
    const all = await knownHits.ofProject(projectId);
    const hit = all.find((each) => each.id === id);
    if (!hit) throw notFound('Record');
    return { projectId, hit, all };
  }

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function decidable(id: string, context: CallContext): Promise<FoundHit> {
    const found = await readable(id, context);
    await access.require(context, found.projectId, ROLE_TO.decide, 'Record');
    refuseAgents(context.actor);
    return found;
  }

  return { readable, decidable };
}
