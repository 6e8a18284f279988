import { people, signedIn, type Actor, type Policies } from '@symbio/kit';
import { writesForAgents } from '@symbio/project-access';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { AnnotationRow } from './model.js';

/** Who may call at all. What they may do to an annotation is below. */
export const policies: Policies<typeof AnnotationServiceService> = {
  listAnnotations: signedIn,
  listLabels: signedIn,
  getAnnotation: signedIn,
  createAnnotation: signedIn,
  createAnnotations: signedIn,
  updateAnnotation: signedIn,
  deleteAnnotation: signedIn,
  restoreAnnotation: signedIn,
  // nothing is accepted automatically: no key and no process decides
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
 * An AI agent's annotation belongs to the agent; people with canManageAgents may correct it too (OP-24). What API keys may
 * change is decided by `requireOwn` of the authorship.
 */
const itsAuthorOrWhoManagesAgents: Condition = (actor, annotation) =>
  actor.via === 'api_key' || actor.authorId === annotation.authorId || writesForAgents(actor);

/** To do this, one needs this role in the project (OP-07), and for an annotation by an AI agent must also be one of these. */
const RULES: Readonly<Record<Action, { role: ProjectRole; agents: Condition }>> = {
  view: { role: 'viewer', agents: anyone },
  create: { role: 'editor', agents: anyone },
  change: { role: 'editor', agents: itsAuthorOrWhoManagesAgents },
  review: { role: 'editor', agents: anyone },
  delete: { role: 'editor', agents: itsAuthorOrWhoManagesAgents },
};

/** Whether an action changes what is there, so that an API key may do it only to its own things. */
export const isChange = (action: Action): boolean => action === 'change' || action === 'delete';

/** The role in the annotation's project that an action needs. */
export const roleFor = (action: Action): ProjectRole => RULES[action].role;

/** Whether the caller, holding that role, may do it to this annotation. */
export const can = (actor: Actor, action: Action, annotation: Reviewable): boolean =>
  annotation.authorType === 'human' || RULES[action].agents(actor, annotation);
