import type { Actor } from '../actor.js';
import type { Logger } from '../logger.js';

/** What an outgoing call inherits from the call it is made in. */
export interface CallParent {
  /** Internal token of the actor. */
  token: string;
  /** Ends the call early. */
  signal?: AbortSignal;
  /** The moment after which nobody waits for the answer. */
  deadline?: Date;
  /** Milliseconds the call may take, instead of what calls of its kind may take. */
  limitMs?: number;
  requestId: string;
  /**
   * The gateway's own id of the request, which the audit trail names it by; absent where it is `requestId`, and where nobody asked.
   * `requestId` may be of the caller's choice.
   */
  ownRequestId?: string | undefined;
  /** Where the person or program is that all this is done for; absent where nobody asked. */
  address?: string | undefined;
}

/** Second argument of every handler: who calls, how long they wait, where to log. */
export interface CallContext extends CallParent {
  actor: Actor;
  signal: AbortSignal;
  deadline: Date;
  log: Logger;
}
