/** What answers of operations that write have in common. */
import { required } from '../present/json.js';

/** What an answer says when nothing was written, since the caller only wanted to know whether it could be. */
export const onlyTried = (dryRun: boolean): { dry_run?: true } => (dryRun ? { dry_run: true } : {});

/** What an operation answers with the thing that it wrote or read. @throws Error when the service did not answer with it */
export const answerWith =
  <Message, Shown>(present: (message: Message) => Shown) =>
  (message: Message | undefined, dryRun = false) => ({ data: present(required(message)), ...onlyTried(dryRun) });

/** What an operation answers that has nothing to show. */
export const success = (dryRun = false) => ({ success: true as const, ...onlyTried(dryRun) });
