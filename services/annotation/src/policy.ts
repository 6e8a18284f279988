import { people, signedIn, type Actor, type Policies } from '@symbio/kit';
import { writesForAgents, type ProjectRole } from '@symbio/project-access';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { AnnotationRow } from './model.js';

/** Who may call at all. What they may do to an annotation is below. */
export const policies: Policies<typeof AnnotationServiceService> = {
  listAnnotations: signedIn,
  getAnnotation: signedIn,
  createAnnotation: signedIn,
  updateAnnotation: signedIn,
  deleteAnnotation: signedIn,
  restoreAnnotation: signedIn,
  // nothing is accepted automatically: no key and no process decides
  reviewAnnotation: people,
};

export type Action = 'view' | 'create' | 'change' | 'review' | 'delete';
type Mark = Pick<AnnotationRow, 'authorId' | 'authorType'>;
type Condition = (actor: Actor, mark: Mark) => boolean;

const anyone: Condition = () => true;
/** What an AI agent found is its own, or for those to correct who manage agents; nobody else drags it about (OP-24). */
const itsAuthorOrWhoManagesAgents: Condition = (actor, mark) =>
  actor.authorId === mark.authorId || writesForAgents(actor);

/** To do this, one needs this role in the project (OP-07), and for a mark by an AI agent must also be one of these. */
const RULES: Readonly<Record<Action, { role: ProjectRole; agentsMark: Condition }>> = {
  view: { role: 'viewer', agentsMark: anyone },
  create: { role: 'editor', agentsMark: anyone },
  change: { role: 'editor', agentsMark: itsAuthorOrWhoManagesAgents },
  review: { role: 'editor', agentsMark: anyone },
  delete: { role: 'editor', agentsMark: itsAuthorOrWhoManagesAgents },
};

/** The role in the mark's project that an action needs. */
export const roleFor = (action: Action): ProjectRole => RULES[action].role;

/** Whether the caller, holding that role, may do it to this mark. */
export const can = (actor: Actor, action: Action, mark: Mark): boolean =>
  mark.authorType === 'human' || RULES[action].agentsMark(actor, mark);
