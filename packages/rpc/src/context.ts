import type { Actor, Logger } from '@symbio/runtime';

/** What an outgoing call inherits from its parent call. */
export interface CallParent {
  token: string;
  /** Cancels the call. */
  signal?: AbortSignal | undefined;
  deadline?: Date | undefined;
  /** Timeout in milliseconds, instead of the default of the method kind. */
  limitMs?: number;
  requestId: string;
  /**
   * Gateway's own request id for the audit trail; absent if equal to `requestId` (which the client may choose) or
   * without a client.
   */
  ownRequestId?: string | undefined;
  /** Client address; absent without a client. */
  address?: string | undefined;
}

/** Second argument of every handler: caller, deadline, log. */
export interface CallContext extends CallParent {
  actor: Actor;
  signal: AbortSignal;
  deadline: Date;
  log: Logger;
}
