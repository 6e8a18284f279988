import { people, signedIn, type Policies } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import { writesForAgents } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { AnnotationRow } from './model.js';

export const policies: Policies<typeof AnnotationServiceService> = {
  listAnnotations: signedIn,
  listLabels: signedIn,
  getAnnotation: signedIn,
  createAnnotation: signedIn,
  createAnnotations: signedIn,
  updateAnnotation: signedIn,
  deleteAnnotation: signedIn,
  restoreAnnotation: signedIn,
  // only people decide (OP-24)
  reviewAnnotation: people,
  getScorecard: signedIn,
  getBlindSample: signedIn,
  setBlindSample: people,
  getBlindSheet: signedIn,
  markBlindSheet: people,
  listReviewRules: signedIn,
  removeReviewRule: people,
  showProposal: people,
  createRun: signedIn,
  getRun: signedIn,
  listRuns: signedIn,
  finishRun: signedIn,
  undoRun: signedIn,
  reviewRun: people,
};

export type Action = 'view' | 'create' | 'change' | 'review' | 'delete';
type Reviewable = Pick<AnnotationRow, 'authorId' | 'authorType'>;
type Condition = (actor: Actor, annotation: Reviewable) => boolean;

const anyone: Condition = () => true;
/** OP-24. `requireOwn` of the authorship further limits API keys. */
const agentItselfOrItsManagers: Condition = (actor, annotation) =>
  actor.via === 'api_key' || actor.authorId === annotation.authorId || writesForAgents(actor);

/** Required project role (OP-07), and condition for an AI agent's annotation. */
const RULES: Readonly<Record<Action, { role: ProjectRole; agents: Condition }>> = {
  view: { role: 'viewer', agents: anyone },
  create: { role: 'editor', agents: anyone },
  change: { role: 'editor', agents: agentItselfOrItsManagers },
  review: { role: 'editor', agents: anyone },
  delete: { role: 'editor', agents: agentItselfOrItsManagers },
};

/** Changes an annotation; API keys may use it only on their own. */
export const isChange = (action: Action): boolean => action === 'change' || action === 'delete';

export const roleFor = (action: Action): ProjectRole => RULES[action].role;

/** Whether a caller with the required role may perform the action. */
export const can = (actor: Actor, action: Action, annotation: Reviewable): boolean =>
  annotation.authorType === 'human' || RULES[action].agents(actor, annotation);
