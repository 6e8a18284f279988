/** Decisions of people about single hits, and about which hits are one site. */
import type { ProjectAccess } from '@symbio/project-access';
import type { OriginalCell, DecideAdjoiningRequest, DecideHitRequest, DecideSiteRequest } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import { newId, notFound, refuseFields } from '@symbio/runtime';
import type { OriginalRows } from '../original-rows.js';
import { ROLE_TO } from '../policy.js';
import { factsOf } from './current.js';
import { readJudgement, refuseAgents, refuseWeakReasons, textProblem, type Judgement } from './judging.js';
import { createHitAccess } from './hit-access.js';
import type { KnownHit, KnownHits } from './known-hits.js';
import type { StoredChange } from './model.js';
import type { DecisionRepository } from './repository.js';
import type { HitWriter, NewChange } from './write-hit.js';

const MAX_SITE = 40;

export interface DispositionDeps {
  knownHits: KnownHits;
  decisions: Pick<DecisionRepository, 'decidedHit'>;
  originals: Pick<OriginalRows, 'ofHit'>;
  access: Pick<ProjectAccess, 'require'>;
  writer: HitWriter;
}

/** A disposition with the facts that it relies on. */
export const dispositionOf = (hit: KnownHit, { kind, codes, text, duplicateOfId }: Judgement): NewChange => ({
  ...{ what: 'disposition' as const, kind, codes, text, facts: factsOf(hit) },
  ...(duplicateOfId !== undefined && { duplicateOfId }),
});

export function createDispositions({ knownHits, decisions, originals, access, writer }: DispositionDeps) {
  const { readable, decidable } = createHitAccess({ knownHits, access });

  return {
    /** With its history, oldest first, and its row of the file. @throws AppError NOT_FOUND */
    async get(
      id: string,
      context: CallContext,
    ): Promise<{ hit: KnownHit; history: StoredChange[]; original: OriginalCell[] }> {
      const { projectId, hit } = await readable(id, context);
      const [decided, original] = await Promise.all([decisions.decidedHit(id), originals.ofHit(projectId, hit)]);
      return { hit, history: decided?.history ?? [], original };
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async decide({ id, expectedRevision, ...given }: DecideHitRequest, context: CallContext): Promise<KnownHit> {
      const { projectId, hit, all } = await decidable(id, context);
      const judgement = readJudgement(given);
      const { duplicateOfId } = judgement;
      if (duplicateOfId !== undefined) {
        const isOther = duplicateOfId !== id && all.some((each) => each.id === duplicateOfId);
        if (!isOther) throw notFound('Record', 'duplicate_of_id');
      }
      refuseWeakReasons(hit, judgement);
      return writer.write(projectId, hit, dispositionOf(hit, judgement), context, expectedRevision);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, ABORTED */
    async decideAdjoining(
      { id, isAdjoining, text, expectedRevision }: DecideAdjoiningRequest,
      context: CallContext,
    ): Promise<KnownHit> {
      const { projectId, hit } = await decidable(id, context);
      refuseFields(textProblem(text));
      const change = { what: 'adjoining' as const, isAdjoining, text: text.trim() };
      return writer.write(projectId, hit, change, context, expectedRevision);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async decideSite({ projectId, hitIds, isOne, text }: DecideSiteRequest, context: CallContext): Promise<KnownHit[]> {
      await access.require(context, projectId, ROLE_TO.decide, 'Project', 'project_id');
      refuseAgents(context.actor);
      const ids = [...new Set(hitIds)];
      const least = isOne ? 2 : 1;
      refuseFields({
        ...(ids.length < least || ids.length > MAX_SITE ? { hit_ids: `Give ${least} to ${MAX_SITE} records` } : {}),
        ...(text.trim() === '' ? { reason: 'Write why the records are one site or not.' } : {}),
        ...textProblem(text),
      });
      const all = await knownHits.ofProject(projectId);
      const hits = ids.map((id) => all.find((each) => each.id === id));
      if (hits.includes(undefined)) throw notFound('Record', 'hit_ids');
      const siteId = isOne ? newId() : '';
      for (const hit of hits)
        if (hit) await writer.write(projectId, hit, { what: 'site', siteId, text: text.trim() }, context);
      return (await knownHits.ofProject(projectId)).filter(({ id }) => ids.includes(id));
    },
  };
}

export type Dispositions = ReturnType<typeof createDispositions>;
