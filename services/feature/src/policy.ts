import { people, signedIn, type MethodPolicy, type Policies } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import { writesForAgents } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { FeatureServiceService } from '@symbio/proto/feature';

/** Writes have the caller as author. */
const peopleAndKeys: MethodPolicy = { name: 'people and API keys', allows: ({ via }) => via !== 'service' };

export const policies: Policies<typeof FeatureServiceService> = {
  listFeatures: signedIn,
  getFeature: signedIn,
  createFeature: signedIn,
  updateFeature: signedIn,
  deleteFeature: signedIn,
  mergeFeatures: signedIn,
  undoMerge: signedIn,
  listMentions: signedIn,
  listUnassociatedMentions: signedIn,
  getMention: signedIn,
  createMention: signedIn,
  createMentions: signedIn,
  createRecordMention: signedIn,
  updateMention: signedIn,
  deleteMention: signedIn,
  listMentionHistory: signedIn,
  supersedeHistory: signedIn,
  associateAnnotation: peopleAndKeys,
  // only people decide (OP-24)
  reviewFinding: people,
  undoRun: signedIn,
  applyReview: signedIn,
  applyRun: signedIn,
  listRunWrites: signedIn,
  listLandUses: signedIn,
  listComments: signedIn,
  createComment: peopleAndKeys,
  updateComment: peopleAndKeys,
  deleteComment: peopleAndKeys,
  assignEvidence: people,
  listAssignments: signedIn,
  listDeterminations: signedIn,
  // keys are refused with the advice to propose
  createDetermination: peopleAndKeys,
  withdrawDetermination: peopleAndKeys,
  listDeterminationProposals: signedIn,
  createDeterminationProposal: peopleAndKeys,
  decideDeterminationProposal: peopleAndKeys,
};

/** OP-07. */
export const ROLE_TO = {
  viewFeatures: 'viewer',
  createFeature: 'editor',
  changeFeature: 'editor',
  deleteFeature: 'editor',
  viewMentions: 'viewer',
  createMention: 'editor',
  changeMention: 'editor',
  deleteMention: 'editor',
  endRecord: 'editor',
  comment: 'editor',
  deleteOthersComment: 'owner',
  assign: 'editor',
  determine: 'editor',
} as const satisfies Readonly<Record<string, ProjectRole>>;

/** Agents' annotations are for agents and the people who manage them (FEAT-14, FEAT-15). */
export const mayMentionAnnotationOf = (actor: Actor, authorType: string): boolean =>
  authorType === 'human' || actor.via === 'api_key' || writesForAgents(actor);

/** The public API requires a feature (OP-47). */
export const mayLeaveUnassociated = (actor: Actor): boolean => actor.via !== 'api_key';
