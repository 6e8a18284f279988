import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { JobServiceService } from '@symbio/proto/job';

export interface Peers {
  documents: Client<typeof DocumentServiceService>;
  jobs: Client<typeof JobServiceService>;
  /**
   * Per call, because tokens are short-lived.
   *
   * @param requestId of the causing request
   */
  asSelf: (signal?: AbortSignal, requestId?: string) => Promise<CallParent>;
}
