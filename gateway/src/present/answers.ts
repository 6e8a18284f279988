import { required } from './json.js';

export const dryRunFlag = (dryRun: boolean): { dry_run?: true } => (dryRun ? { dry_run: true } : {});

/** Maps a service response to the object written or read. @throws Error if the service omits it */
export const itemResponse =
  <Message, Shown>(present: (message: Message) => Shown) =>
  (message: Message | undefined, dryRun = false) => ({ data: present(required(message)), ...dryRunFlag(dryRun) });

export const success = (dryRun = false) => ({ success: true as const, ...dryRunFlag(dryRun) });
