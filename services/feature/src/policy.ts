import { signedIn, type Actor, type MethodPolicy, type Policies } from '@symbio/kit';
import { writesForAgents } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { FeatureServiceService } from '@symbio/proto/feature';

/** What is written to the caller's own author: services have none. */
const peopleAndKeys: MethodPolicy = { name: 'people and API keys', allows: ({ via }) => via !== 'service' };

/** Who may call at all. What they may do inside a project is below. */
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
  updateMention: signedIn,
  deleteMention: signedIn,
  listMentionHistory: signedIn,
  supersedeHistory: signedIn,
  associateAnnotation: peopleAndKeys,
  applyReview: signedIn,
  applyRun: signedIn,
  listRunWrites: signedIn,
  listLandUses: signedIn,
};

/** The role in the project that each action needs (OP-07). */
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
} as const satisfies Readonly<Record<string, ProjectRole>>;

/**
 * A person associates people's annotations; an agent's are for agents, and for people who manage them (FEAT-14, FEAT-15). What
 * an API key makes of another agent's annotation is a mention of its own.
 */
export const mayMentionAnnotationOf = (actor: Actor, authorType: string): boolean =>
  authorType === 'human' || actor.via === 'api_key' || writesForAgents(actor);

/** Over the public API a mention always names its feature; people and services may leave it open (OP-47). */
export const mayLeaveUnassociated = (actor: Actor): boolean => actor.via !== 'api_key';
