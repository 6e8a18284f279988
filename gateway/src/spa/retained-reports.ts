import { app } from '@symbio/api';
import type { RetainedVersion } from '@symbio/proto/reports';
import type { Clients } from '../clients.js';
import { list, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { moment, required } from '../present/json.js';
import { presentVersion } from '../present/reports.js';

type Presented = app.retainedReports.RetainedReportJson;

const present = ({ version, ...about }: RetainedVersion, names: Readonly<Record<string, string>>): Presented => ({
  version: presentVersion(required(version)),
  ...{ project_number: about.projectNumber, project_title: about.projectTitle },
  organization_id: about.organizationId || null,
  ...{ erased_at: moment(about.erasedAt), erased_by_name: names[about.erasedById] ?? null },
  kept_until: moment(about.keptUntil),
});

/** Issued versions of erased projects, for administrators. */
export const retainedReports = ({ reports, identity }: Pick<Clients, 'reports' | 'identity'>): Route[] => [
  route(app.retainedReports.listRetainedReports, async ({ query }, { parent }) => {
    const { versions, pageInfo } = await reports.listRetainedVersions({ paging: pageOf(query) }, parent);
    const ids = [...new Set(versions.map(({ erasedById }) => erasedById).filter((id) => id !== ''))];
    const { names } = ids.length > 0 ? await identity.getUserNames({ ids }, parent) : { names: {} };
    return list(
      versions.map((version) => present(version, names)),
      pageInfo,
    );
  }),
];
