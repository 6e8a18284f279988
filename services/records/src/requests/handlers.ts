import type { Handlers } from '@symbio/rpc';
import type { RecordsServiceService } from '@symbio/proto/records';
import type { AgencyRequests } from './requests.js';

type Methods =
  | 'listAgencyRequests'
  | 'listAgencies'
  | 'listDueRequests'
  | 'getAgencyRequest'
  | 'createAgencyRequest'
  | 'updateAgencyRequest'
  | 'deleteAgencyRequest'
  | 'restoreAgencyRequest'
  | 'addFollowUp';

export const requestHandlers = (requests: AgencyRequests): Pick<Handlers<typeof RecordsServiceService>, Methods> => ({
  listAgencyRequests: async (request, context) => {
    const { rows, pageInfo } = await requests.list(request, context);
    return { requests: rows, pageInfo };
  },
  listAgencies: async ({ projectId }, context) => ({ agencies: await requests.agencies(projectId, context) }),
  listDueRequests: async (_request, context) => ({ projects: await requests.due(context) }),
  getAgencyRequest: ({ id }, context) => requests.get(id, context),
  createAgencyRequest: async (request, context) => ({ request: await requests.create(request, context) }),
  updateAgencyRequest: async (request, context) => ({ request: await requests.update(request, context) }),
  deleteAgencyRequest: async ({ id }, context) => {
    await requests.remove(id, context);
    return {};
  },
  restoreAgencyRequest: async ({ id }, context) => ({ request: await requests.restore(id, context) }),
  addFollowUp: async (request, context) => ({ request: await requests.addFollowUp(request, context) }),
});
