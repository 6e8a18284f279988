import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ComposeProgress } from '@symbio/report';
import type { FromChild, ToChild } from './messages.js';

/** Writes the report of a folder. @throws Error if it failed or was killed */
export type Compose = (
  folder: string,
  options: { onProgress: (progress: ComposeProgress) => void; signal: AbortSignal },
) => Promise<void>;

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

/** In a child process. @param signingKey of the manifest; empty: it is not signed */
export const composeInChild =
  (signingKey: string): Compose =>
  (folder, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      let outcome: FromChild | undefined;
      const child = fork(CHILD, { signal, env: { TZ: 'UTC' } });
      const task: ToChild = { folder, signingKey };
      // a child that is already dead is reported by its exit
      child.send(task, () => undefined);
      child.on('message', (message: FromChild) => {
        if ('progress' in message) onProgress(message.progress);
        else outcome = message;
      });
      child.on('error', reject);
      child.on('exit', (code, killedBy) => {
        if (outcome && 'done' in outcome) resolve();
        else if (outcome && 'problem' in outcome) reject(new Error(outcome.problem));
        else reject(new Error(`The composing child ended early (${killedBy ?? code}).`));
      });
    });
