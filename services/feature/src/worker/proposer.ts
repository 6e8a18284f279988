/** Creates proposals once, with persisted ids: an AI agent's annotation and an unassociated mention (OP-47). */
import { AppError, type Logger } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { AnnotationServiceService, CreateAnnotationRequest } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Box } from '../spotting/reading.js';
import type { SpotRow } from './model.js';
import type { SpotRepository } from './repository.js';

/** A new version is a new author (DATA-13). */
export const SPOTTER = { agentName: 'Symbio Spotter', agentVersion: '2.2.0', agentDate: '2026-11-28' } as const;

export interface ProposerDeps {
  spots: Pick<SpotRepository, 'finish'>;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'createAnnotation'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'createAgentAuthor'>;
  mentions: Pick<Client<typeof FeatureServiceService>, 'createMention'>;
  log: Logger;
}

export interface Proposal {
  shape: NonNullable<CreateAnnotationRequest['shape']>;
  content: string;
  narrative: string;
  /** 0 to 10. */
  confidence: number;
  /** The year of the source is known: historical, else suspected. */
  isDated: boolean;
}

export type Proposer = ReturnType<typeof createProposer>;

export function createProposer({ spots, annotations, identity, mentions, log }: ProposerDeps) {
  let agentId: string | undefined;

  async function author(parent: CallParent): Promise<string> {
    agentId ??= (await identity.createAgentAuthor(SPOTTER, parent)).author?.id;
    if (!agentId) throw new Error('identity made no author');
    return agentId;
  }

  return {
    /** An existing proposal stays unchanged; a missing mention is added. */
    async propose(row: SpotRow, proposal: Proposal, page: Page, parent: CallParent): Promise<void> {
      const { shape, content, narrative, confidence, isDated } = proposal;
      let existed = false;
      try {
        const authorId = await author(parent);
        existed = await isTaken(
          annotations.createAnnotation(
            { id: row.annotationId, documentId: page.documentId, documentPageId: page.id, shape, content, authorId },
            parent,
          ),
        );
        await mentions.createMention(
          {
            id: row.mentionId,
            featureOfInterestId: '',
            projectId: page.projectId,
            sourceAnnotationId: row.annotationId,
            narrative,
            confidence,
            useType: isDated ? 'historical' : 'suspected',
            authorId,
            suggestedLandUse: row.landUse,
          },
          parent,
        );
      } catch (error) {
        if (!(error instanceof AppError) || !['NOT_FOUND', 'FAILED_PRECONDITION'].includes(error.code)) throw error;
        log.info({ err: error }, 'spot not proposed: its page or annotation is deleted');
        // completed if the document is restored; a missing annotation that existed was deleted by a person
        if (error.code === 'NOT_FOUND' && !existed) return;
        // a person deleted it: never propose it again
      }
      await spots.finish(row._id);
    },
  };
}

/** It was created before, perhaps from another reading, and exists or was deleted since. */
async function isTaken(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'id_taken') return true;
    throw error;
  }
}

export const inShares = ({ x, y, width, height }: Box, page: Pick<Page, 'width' | 'height'>): Box => ({
  x: x / page.width,
  y: y / page.height,
  width: width / page.width,
  height: height / page.height,
});
