/** Creates proposals: an AI agent's annotation and an unassociated mention (OP-47), once, with persisted ids. */
import { AppError, type Logger } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { AnnotationServiceService, CreateAnnotationRequest } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Box } from '../spotting/reading.js';
import type { SpotRow } from './model.js';
import type { SpotRepository } from './repository.js';

/** The agent that authors proposals; a new version is a new author (DATA-13). */
export const SPOTTER = { agentName: 'Symbio Spotter', agentVersion: '2.1.0', agentDate: '2026-11-23' } as const;

export interface ProposingDeps {
  spots: Pick<SpotRepository, 'finish'>;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'createAnnotation'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'createAgentAuthor'>;
  mentions: Pick<Client<typeof FeatureServiceService>, 'createMention'>;
  log: Logger;
}

/** A proposal for a person to review. */
export interface Proposal {
  shape: NonNullable<CreateAnnotationRequest['shape']>;
  /** The annotation's label. */
  content: string;
  narrative: string;
  /** 0 to 10. */
  confidence: number;
  /** Whether the year of the source is known: the use is then historical, else suspected. */
  isDated: boolean;
}

export type Proposing = ReturnType<typeof createProposing>;

/** Shared by sheets and text lists. */
export function createProposing({ spots, annotations, identity, mentions, log }: ProposingDeps) {
  let agentId: string | undefined;

  async function author(parent: CallParent): Promise<string> {
    agentId ??= (await identity.createAgentAuthor(SPOTTER, parent)).author?.id;
    if (!agentId) throw new Error('identity made no author');
    return agentId;
  }

  return {
    /**
     * Creates a spot's proposal. An existing one with the same ids stays unchanged, even if the page's text changed; a
     * missing mention is added.
     */
    async propose(row: SpotRow, proposal: Proposal, page: Page, parent: CallParent): Promise<void> {
      const { shape, content, narrative, confidence, isDated } = proposal;
      let isMadeBefore = false;
      try {
        const authorId = await author(parent);
        isMadeBefore = await isTaken(
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
        log.info({ err: error }, 'a spot could not be proposed, its page or its annotation is deleted');
        // its document may be restored, and the proposal is then completed; an erased page removes the row. A missing
        // annotation that existed before was deleted by a person
        if (error.code === 'NOT_FOUND' && !isMadeBefore) return;
        // a person deleted the earlier proposal: never propose it again
      }
      await spots.finish(row._id);
    },
  };
}

/**
 * Whether the annotation's id is taken: it was created before, perhaps from a different reading of the page, and exists
 * or was deleted since.
 */
async function isTaken(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'id_taken') return true;
    throw error;
  }
}

/** A box in shares of its page. */
export const inShares = ({ x, y, width, height }: Box, page: Pick<Page, 'width' | 'height'>): Box => ({
  x: x / page.width,
  y: y / page.height,
  width: width / page.width,
  height: height / page.height,
});
