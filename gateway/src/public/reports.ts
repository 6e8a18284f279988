import { lastSeen, reports as operations } from '@symbio/api';
import type { CallParent } from '@symbio/rpc';
import { listResponse, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { address, required } from '../present/json.js';
import { presentDifference, presentReport, presentSection, presentVersion, sectionOf } from '../present/reports.js';
import { reviewListOf, type Needed } from './review-list.js';

const [shownReport, shownVersion] = [itemResponse(presentReport), itemResponse(presentVersion)];

/** Reading all services twice takes a while. */
const LOCK_MS = 60_000;

const blockingOf = async (clients: Needed, projectId: string, parent: CallParent) =>
  (await reviewListOf(clients, projectId, parent))
    .filter(({ severity }) => severity === 'block')
    .map(({ rule, text }) => ({ rule, text }));

/** Texts and versions of a report. */
export const reports = (clients: Needed): Route[] => {
  const { reports: service } = clients;
  return [
    route(operations.getReport, async ({ params: { id: projectId } }, { parent }) =>
      shownReport((await service.getReport({ projectId }, parent)).report),
    ),
    route(operations.saveReportDelivery, async ({ params: { id: projectId }, body }, { parent }) => {
      const { delivery_date: delivery, reliance_letter_date: letter, insurance_expires_on: insurance } = body;
      const request = {
        ...{ projectId, deliveryDate: delivery ?? '' },
        ...(letter !== undefined && { relianceLetterDate: letter ?? '' }),
        ...(insurance !== undefined && { insuranceExpiresOn: insurance ?? '' }),
      };
      return shownReport((await service.saveDelivery(request, parent)).report);
    }),
    route(operations.saveReportSettings, async ({ params: { id: projectId }, body }, { parent }) => {
      const { is_professional: isProfessional, four_eyes: fourEyes } = body;
      return shownReport((await service.saveSettings({ projectId, isProfessional, fourEyes }, parent)).report);
    }),
    route(operations.getReportSection, async ({ params: { id: projectId, key } }, { parent }) => {
      const { report } = await service.getReport({ projectId }, parent);
      return { data: presentSection(sectionOf(required(report), key)) };
    }),
    route(operations.saveReportSection, async ({ params: { id: projectId, key }, body }, { parent }) => {
      const { text, is_checked: isChecked = false } = body;
      const expected = { expectedUpdatedAt: lastSeen(body), expectsNone: body.updated_at === null };
      const request = { projectId, key, text, isChecked, ...expected };
      const { report } = await service.saveSection(request, parent);
      return { data: presentSection(sectionOf(required(report), key)) };
    }),
    route(operations.lockReportVersion, async ({ params: { id: projectId }, body }, { parent, mintId }) => {
      const blocking = await blockingOf(clients, projectId, parent);
      const request = { id: body.id ?? mintId(), projectId, blocking };
      return shownVersion((await service.lockVersion(request, { ...parent, limitMs: LOCK_MS })).version);
    }),
    route(operations.listReportVersions, async ({ params: { id: projectId }, query }, { parent }) => {
      const { versions, pageInfo } = await service.listVersions({ projectId, paging: pageOf(query) }, parent);
      return listResponse(versions.map(presentVersion), pageInfo);
    }),
    route(operations.getReportVersion, async ({ params }, { parent }) =>
      shownVersion((await service.getVersion(params, parent)).version),
    ),
    route(operations.getReportFile, async ({ params: { id: versionId, name } }, { parent, origin, auditVersion }) => {
      const { url, versionNumber } = await service.createFileUrl({ versionId, name }, parent);
      auditVersion(versionNumber);
      return { data: { url: address(url, origin) } };
    }),
    route(operations.getReportManifest, async ({ params }, { parent }) => ({
      data: JSON.parse((await service.getManifest(params, parent)).json) as Record<string, unknown>,
    })),
    route(operations.getReportDifference, async ({ params: { id }, query: { from: fromId } }, { parent }) => ({
      data: (await service.getDifference({ id, fromId }, parent)).differences.map(presentDifference),
    })),
    route(operations.submitReportVersion, async ({ params }, { parent }) =>
      shownVersion((await service.submitVersion(params, parent)).version),
    ),
    route(operations.requestReportChanges, async ({ params: { id }, body: { reason } }, { parent }) =>
      shownVersion((await service.requestChanges({ id, reason }, parent)).version),
    ),
    route(operations.signReportVersion, async ({ params: { id }, body }, { parent }) => {
      const manifestSha256 = body.manifest_sha256 ?? '';
      return shownVersion((await service.signVersion({ id, manifestSha256 }, parent)).version);
    }),
    route(operations.issueReportVersion, async ({ params }, { parent }) =>
      shownVersion((await service.issueVersion(params, parent)).version),
    ),
    route(operations.withdrawReportVersion, async ({ params: { id }, body: { reason } }, { parent }) =>
      shownVersion((await service.withdrawVersion({ id, reason }, parent)).version),
    ),
  ];
};
