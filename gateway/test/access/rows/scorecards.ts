/** Scorecards of agents count only what the caller may see (AUTH-37). */
import { READ, SIGNED_IN } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';

const ROUTE = '/api/public/agents/scorecard';

export const routes: RouteRow[] = [
  { route: `GET ${ROUTE}`, cites: 'AUTH-37', call: () => ({ path: ROUTE }), allowed: SIGNED_IN },
  {
    route: `GET ${ROUTE}`,
    way: 'of a project',
    cites: 'AUTH-37',
    call: (w) => ({ path: `${ROUTE}?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: `GET ${ROUTE}/csv`,
    cites: 'AUTH-37',
    call: (w) => ({ path: `${ROUTE}/csv?project_id=${w.projectId}` }),
    allowed: READ,
  },
];

export const calls: CallRow[] = [
  callsOf('annotation')('getScorecard', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
];
