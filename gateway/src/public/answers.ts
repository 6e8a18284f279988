import { required } from '../present/json.js';

export const onlyTried = (dryRun: boolean): { dry_run?: true } => (dryRun ? { dry_run: true } : {});

/** Maps a service response to the object written or read. @throws Error if the service omits it */
export const answerWith =
  <Message, Shown>(present: (message: Message) => Shown) =>
  (message: Message | undefined, dryRun = false) => ({ data: present(required(message)), ...onlyTried(dryRun) });

export const success = (dryRun = false) => ({ success: true as const, ...onlyTried(dryRun) });
