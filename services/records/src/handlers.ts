import type { Handlers } from '@symbio/rpc';
import type { RecordsServiceService } from '@symbio/proto/records';
import type { DataSets } from './data-sets.js';
import { decisionHandlers, type DecisionServices } from './decisions/handlers.js';
import { toKnownHit } from './decisions/mapping.js';
import { radiusHandlers } from './radius/handlers.js';
import type { RadiusReports } from './radius/reports.js';
import { requestHandlers } from './requests/handlers.js';
import type { AgencyRequests } from './requests/requests.js';
import type { Searches } from './searches.js';

export interface HandlerDeps extends DecisionServices {
  dataSets: DataSets;
  searches: Searches;
  requests: AgencyRequests;
  radiusReports: RadiusReports;
}

export const createHandlers = ({
  dataSets,
  searches,
  requests,
  radiusReports,
  ...decisions
}: HandlerDeps): Handlers<typeof RecordsServiceService> => ({
  listDataSets: async () => ({ dataSets: await dataSets.list() }),
  getDataSet: async ({ id }) => ({ dataSet: await dataSets.get(id) }),
  createDataSet: async (request, context) => ({ dataSet: await dataSets.create(request, context) }),
  deleteDataSet: async ({ id }, context) => {
    await dataSets.remove(id, context);
    return {};
  },
  addVersion: async (requests, context) => ({ dataSet: await dataSets.addVersion(requests, context) }),
  nameColumns: async (request, context) => ({ dataSet: await dataSets.nameColumns(request, context) }),
  getSearchDistances: ({ projectId }, context) => searches.distances(projectId, context),
  saveSearchDistances: ({ projectId, distances }, context) => searches.saveDistances(projectId, distances, context),
  searchRecords: async ({ id, projectId }, context) => ({ search: await searches.search(id, projectId, context) }),
  listSearches: async ({ projectId, paging }, context) => {
    const { rows, pageInfo } = await searches.list(projectId, paging, context);
    return { searches: rows, pageInfo };
  },
  getSearch: async ({ id }, context) => ({ search: await searches.get(id, context) }),
  listHits: async (request, context) => {
    const { rows, pageInfo } = await searches.hits(request, context);
    return { hits: rows.map(toKnownHit), pageInfo };
  },
  ...decisionHandlers(decisions),
  ...requestHandlers(requests),
  ...radiusHandlers(radiusReports),
});
