import { app } from '@symbio/api';
import type { ReportShareLink } from '@symbio/proto/reports';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { success } from '../present/answers.js';
import { moment, required } from '../present/json.js';
import { ALREADY_SHOWN } from './share-links.js';

const operations = app.reportShareLinks;

const presentShareLink = (link: ReportShareLink): app.reportShareLinks.ReportShareLinkJson => ({
  ...{ id: link.id, version_id: link.versionId, name: link.name, last_day: link.lastDay },
  ...{ by_id: link.byId, by_name: link.byName },
  ...{ created_at: moment(link.createdAt), last_used_at: moment(link.lastUsedAt) },
});

/** Links that show an issued report to everyone who holds them, until a day. */
export const reportShareLinks = ({ reports }: Pick<Clients, 'reports'>): Route[] => [
  route(operations.listReportShareLinks, async ({ params, query }, { parent }) => {
    const { shareLinks } = await reports.listShareLinks({ versionId: params.id }, parent);
    return listOf(shareLinks.map(presentShareLink), query);
  }),
  route(
    operations.createReportShareLink,
    async ({ params, body: { name, last_day: lastDay } }, { parent, origin }) => {
      const request = { versionId: params.id, name: name ?? '', lastDay };
      const { shareLink, token } = await reports.createShareLink(request, parent);
      return {
        data: { ...presentShareLink(required(shareLink)), url: `${origin}/shared-report?token=${token}` },
      };
    },
    {
      withoutSecrets: (answer) => {
        const { data } = answer as { data: app.reportShareLinks.ReportShareLinkJson & { url: string } };
        const { url: _url, ...row } = data;
        return { data: { ...row, message: ALREADY_SHOWN } };
      },
    },
  ),
  route(operations.revokeReportShareLink, async ({ params }, { parent }) => {
    await reports.revokeShareLink({ versionId: params.id, id: params.link_id }, parent);
    return success();
  }),
];
