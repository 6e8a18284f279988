import { app } from '@symbio/api';
import type { ReportsServiceService } from '@symbio/proto/reports';
import type { Client } from '@symbio/rpc';
import type { Callers } from '../http/auth/callers.js';
import { requestOf } from '../http/request.js';
import { originOf, rawRoute, type RawRoute } from '../http/serve.js';
import { address, moment, required } from '../present/json.js';

export interface SharedReportRoutesOptions {
  callers: Pick<Callers, 'self'>;
  reports: Pick<Client<typeof ReportsServiceService>, 'openShareLink'>;
  /** Public origin for file addresses; empty: the request's origin. */
  publicUrl: string;
}

/** Page behind a share link of a report, without an account. */
export const sharedReportRoutes = ({ callers, reports, publicUrl }: SharedReportRoutesOptions): RawRoute[] => [
  rawRoute(app.reportShareLinks.openSharedReport, async ({ body }, request) => {
    const origin = originOf(request, publicUrl);
    const found = await reports.openShareLink(body, await callers.self(requestOf(request)));
    const { number, state, reason, signature, issuedAt, manifestSha256 } = required(found.version);
    return {
      data: {
        ...{ project_title: found.projectTitle, project_number: found.projectNumber, number, state },
        reason: state === 'withdrawn' ? reason : null,
        ...{ signed_by: signature?.byName ?? null, signed_at: moment(signature?.at) },
        ...{ issued_at: moment(issuedAt), manifest_sha256: manifestSha256, last_day: found.lastDay },
        files: found.files.map(({ file, url }) => {
          const { name, bytes, sha256 } = required(file);
          return { name, bytes, sha256, url: address(url, origin) };
        }),
      },
    };
  }),
];
