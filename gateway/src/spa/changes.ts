/** What others did in a project since the caller last looked, composed from the current state of its entities. */
import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { moment } from '../present/json.js';
import { grouped, happenings } from './happenings.js';

type Services = Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'job' | 'project' | 'records'>;

/** Milliseconds; older changes are not listed. */
const LONGEST_MS = 60 * 86_400_000;

export const changes = (clients: Services): Route[] => [
  route(app.changes.getProjectChanges, async ({ params }, { parent, caller }) => {
    const projectId = params.id;
    const { seenAt } = await clients.project.getLastLook({ projectId }, parent);
    const until = new Date();
    const since = new Date(Math.max(seenAt?.getTime() ?? 0, until.getTime() - LONGEST_MS));
    const all = await happenings(clients, { projectId, since, actor: caller.actor }, parent);
    return { data: { since: moment(since), until: moment(until), ...grouped(all) } };
  }),
  route(app.changes.markChangesSeen, async ({ params, body: { until } }, { parent }) => {
    const asked = { projectId: params.id, until: until ? new Date(until) : undefined };
    return { data: { seen_at: moment((await clients.project.markSeen(asked, parent)).seenAt) } };
  }),
];
