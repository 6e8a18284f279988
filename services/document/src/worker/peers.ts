import type { CallParent, Client } from '@symbio/kit';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { JobServiceService } from '@symbio/proto/job';

/** The services a worker speaks to. */
export interface Peers {
  documents: Client<typeof DocumentServiceService>;
  jobs: Client<typeof JobServiceService>;
  /**
   * Parent of a call on the worker's own account; its token is short-lived, so each call asks for one.
   *
   * @param requestId of the request that is worked for
   */
  asSelf: (signal?: AbortSignal, requestId?: string) => Promise<CallParent>;
}
