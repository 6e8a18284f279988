/** Repeats searches whose boundary, distances or lists changed. */
import type { ProjectServiceService } from '@symbio/proto/project';
import type { CallContext, CallParent, Client } from '@symbio/rpc';
import { AppError, type Actor, type Clock, type Logger } from '@symbio/runtime';
import type { Searches } from '../searches.js';
import type { RerunRow } from './model.js';
import type { RerunRepository } from './repository.js';

/** Searches at once: a new edition of a list concerns all projects, and people search too. */
const AT_ONCE = 2;
/** Milliseconds for one search. */
const LIMIT_MS = 120_000;
const MOST_TRIES = 5;

export interface RerunsDeps {
  reruns: Pick<RerunRepository, 'ask' | 'claim' | 'done'>;
  searches: Pick<Searches, 'isOutdated' | 'search' | 'isSearched'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'getProject'>;
  asSelf: (signal: AbortSignal) => Promise<CallParent>;
  self: Actor;
  clock: Clock;
  log: Logger;
}

export function createReruns({ reruns, searches, projects, asSelf, self, clock, log }: RerunsDeps) {
  async function repeat(projectId: string, context: CallContext): Promise<void> {
    const { project } = await projects.getProject({ id: projectId }, context);
    const isEnded = !project || project.purgeAt !== undefined || project.status === 'completed';
    if (isEnded || !(await searches.isOutdated(projectId, context))) return;
    await searches.search('', projectId, context);
  }

  async function attempt(row: RerunRow, signal: AbortSignal): Promise<void> {
    const deadline = new Date(clock.now().getTime() + LIMIT_MS);
    const context = { ...(await asSelf(signal)), actor: self, signal, deadline, log };
    try {
      await repeat(row._id, context);
    } catch (error) {
      if (signal.aborted) return;
      // of a search without a boundary or with too many records a person is notified when they search
      const isRefused =
        error instanceof AppError && ['NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED'].includes(error.code);
      if (!isRefused && row.tries < MOST_TRIES) {
        log.warn({ err: error, projectId: row._id }, 'search not repeated; trying again later');
        return;
      }
      log.warn({ err: error, projectId: row._id }, 'search not repeated');
    }
    await reruns.done(row);
  }

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const row = await reruns.claim();
      if (!row) return;
      await attempt(row, signal);
    }
  }

  return {
    /** After a change of the project: its boundary may be another one. */
    async projectChanged(projectId: string): Promise<void> {
      if (await searches.isSearched(projectId)) await reruns.ask(projectId);
    },

    /** Repeats the searches that are due. */
    async sweep(signal: AbortSignal): Promise<void> {
      await Promise.all(Array.from({ length: AT_ONCE }, () => work(signal)));
    },
  };
}

export type Reruns = ReturnType<typeof createReruns>;
