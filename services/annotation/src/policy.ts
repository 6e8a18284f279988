import { people, signedIn, type Policies } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import { writesForAgents } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { AnnotationRow } from './model.js';

/** Which callers may use each method. Annotation permissions are below. */
export const policies: Policies<typeof AnnotationServiceService> = {
  listAnnotations: signedIn,
  listLabels: signedIn,
  getAnnotation: signedIn,
  createAnnotation: signedIn,
  createAnnotations: signedIn,
  updateAnnotation: signedIn,
  deleteAnnotation: signedIn,
  restoreAnnotation: signedIn,
  // nothing is accepted automatically: keys and services cannot decide
  reviewAnnotation: people,
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
/**
 * An AI agent's annotation belongs to the agent; people with canManageAgents may correct it too (OP-24). `requireOwn`
 * of the authorship limits what API keys may change.
 */
const itsAuthorOrWhoManagesAgents: Condition = (actor, annotation) =>
  actor.via === 'api_key' || actor.authorId === annotation.authorId || writesForAgents(actor);

/** Each action requires a project role (OP-07) and, for an AI agent's annotation, a condition. */
const RULES: Readonly<Record<Action, { role: ProjectRole; agents: Condition }>> = {
  view: { role: 'viewer', agents: anyone },
  create: { role: 'editor', agents: anyone },
  change: { role: 'editor', agents: itsAuthorOrWhoManagesAgents },
  review: { role: 'editor', agents: anyone },
  delete: { role: 'editor', agents: itsAuthorOrWhoManagesAgents },
};

/** Whether an action changes an annotation: an API key may then use it only on its own. */
export const isChange = (action: Action): boolean => action === 'change' || action === 'delete';

/** The project role required for an action. */
export const roleFor = (action: Action): ProjectRole => RULES[action].role;

/** Whether a caller with the required role may perform the action on this annotation. */
export const can = (actor: Actor, action: Action, annotation: Reviewable): boolean =>
  annotation.authorType === 'human' || RULES[action].agents(actor, annotation);
