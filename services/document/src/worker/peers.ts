import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { JobServiceService } from '@symbio/proto/job';

export interface Peers {
  documents: Client<typeof DocumentServiceService>;
  jobs: Client<typeof JobServiceService>;
  /**
   * Created per call because the token is short-lived.
   *
   * @param requestId of the request that caused the work
   */
  asSelf: (signal?: AbortSignal, requestId?: string) => Promise<CallParent>;
}
