import type { Handlers } from '@symbio/rpc';
import type { RecordsServiceService } from '@symbio/proto/records';
import type { DataSets } from './data-sets.js';
import type { ListUploads } from './list-uploads.js';
import type { Distances } from './distances.js';
import { decisionHandlers, type DecisionServices } from './decisions/handlers.js';
import { toKnownHit } from './decisions/mapping.js';
import { radiusHandlers } from './radius/handlers.js';
import type { RadiusReports } from './radius/reports.js';
import { requestHandlers } from './requests/handlers.js';
import type { AgencyRequests } from './requests/requests.js';
import type { Searches } from './searches.js';

export interface HandlerDeps extends DecisionServices {
  dataSets: DataSets;
  listUploads: ListUploads;
  searches: Searches;
  distances: Distances;
  requests: AgencyRequests;
  radiusReports: RadiusReports;
}

export const createHandlers = ({
  dataSets,
  listUploads,
  searches,
  distances,
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
  getListUpload: (request, context) => listUploads.status(request, context),
  uploadListPart: async (requests, context) => ({ offset: await listUploads.addPart(requests, context) }),
  finishListUpload: async (request, context) => ({ dataSet: await listUploads.finish(request, context) }),
  discardListUpload: async (request, context) => {
    await listUploads.discard(request, context);
    return {};
  },
  nameColumns: async (request, context) => ({ dataSet: await dataSets.nameColumns(request, context) }),
  getSearchDistances: ({ projectId }, context) => distances.get(projectId, context),
  saveSearchDistances: ({ projectId, distances: given }, context) => distances.save(projectId, given, context),
  confirmSearchDistances: ({ projectId, tableHash }, context) => distances.confirm(projectId, tableHash, context),
  searchRecords: async ({ id, projectId }, context) => ({ search: await searches.search(id, projectId, context) }),
  listSearches: async (request, context) => {
    const { rows, pageInfo } = await searches.list(request, context);
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
