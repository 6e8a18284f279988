import type { Handlers } from '@symbio/rpc';
import type { RecordsServiceService } from '@symbio/proto/records';
import { toRadiusReport } from './mapping.js';
import type { RadiusReports } from './reports.js';

type Methods = 'proposeRadiusReport' | 'getRadiusReport' | 'confirmRadiusReport' | 'undoRadiusReport';

export const radiusHandlers = (reports: RadiusReports): Pick<Handlers<typeof RecordsServiceService>, Methods> => ({
  proposeRadiusReport: async ({ documentId }, context) => ({
    report: toRadiusReport(await reports.propose(documentId, context)),
  }),
  getRadiusReport: async ({ documentId }, context) => ({
    report: toRadiusReport(await reports.get(documentId, context)),
  }),
  confirmRadiusReport: async (request, context) => ({
    report: toRadiusReport(await reports.confirm(request, context)),
  }),
  undoRadiusReport: async ({ documentId }, context) => ({
    report: toRadiusReport(await reports.undo(documentId, context)),
  }),
});
