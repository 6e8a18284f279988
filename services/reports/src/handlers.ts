import type { BlobStore } from '@symbio/blobs';
import type { ReportsServiceService } from '@symbio/proto/reports';
import { difference, TEMPLATE_TAGS, type Evidence } from '@symbio/report';
import type { Handlers } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import type { createCitedPages } from './evidence/cited-pages.js';
import { EVIDENCE_FILE } from './evidence/lock.js';
import { addressOf, MANIFEST_FILE, type FileReader } from './files.js';
import { toRetained, toShareLink, toTemplate, toVersion } from './mapping.js';
import type { Sections } from './sections.js';
import type { ShareLinks } from './share-links.js';
import type { TemplateRules } from './templates.js';
import type { Versions } from './versions.js';

export interface HandlerDeps {
  sections: Sections;
  versions: Versions;
  shareLinks: ShareLinks;
  templates: TemplateRules;
  blobs: Pick<BlobStore, 'signedUrl'>;
  read: FileReader;
  citedPages: ReturnType<typeof createCitedPages>;
}

export const createHandlers = ({
  sections,
  versions,
  shareLinks,
  templates,
  blobs,
  read,
  citedPages,
}: HandlerDeps): Handlers<typeof ReportsServiceService> => ({
  getReport: async ({ projectId }, context) => ({ report: await sections.get(projectId, context) }),
  saveSection: async (request, context) => ({ report: await sections.save(request, context) }),
  saveDelivery: async (request, context) => ({ report: await sections.saveDelivery(request, context) }),
  saveSettings: async (request, context) => ({ report: await sections.saveSettings(request, context) }),
  lockVersion: async (request, context) => ({ version: toVersion(await versions.lock(request, context)) }),
  listVersions: async ({ projectId, paging }, context) => {
    const { rows, pageInfo } = await versions.list(projectId, paging, context);
    return { versions: rows.map(toVersion), pageInfo };
  },
  listRetainedVersions: async ({ paging }, context) => {
    const { rows, pageInfo } = await versions.listRetained(paging, context);
    return { versions: rows.map(toRetained), pageInfo };
  },
  getVersion: async ({ id }, context) => ({ version: toVersion(await versions.get(id, context)) }),
  createFileUrl: async ({ versionId, name }, context) => {
    const row = await versions.get(versionId, context);
    return { url: await addressOf(blobs, row, name, context), versionNumber: row.number };
  },
  getManifest: async ({ id }, context) => ({ json: await read(await versions.composed(id, context), MANIFEST_FILE) }),
  listCitedPages: ({ id }, context) => citedPages(id, context),
  getDifference: async ({ id, fromId }, context) => {
    const [after, before] = [await versions.get(id, context), await versions.get(fromId, context)];
    if (after.projectId !== before.projectId) throw notFound('Report version', 'from_id');
    const [from, to] = await Promise.all([before, after].map((row) => read(row, EVIDENCE_FILE)));
    return { differences: difference(JSON.parse(from ?? '') as Evidence, JSON.parse(to ?? '') as Evidence) };
  },
  submitVersion: async ({ id }, context) => ({ version: toVersion(await versions.submit(id, context)) }),
  requestChanges: async ({ id, reason }, context) => ({
    version: toVersion(await versions.requestChanges(id, reason, context)),
  }),
  signVersion: async ({ id, manifestSha256 }, context) => ({
    version: toVersion(await versions.sign(id, manifestSha256, context)),
  }),
  issueVersion: async ({ id }, context) => ({ version: toVersion(await versions.issue(id, context)) }),
  withdrawVersion: async ({ id, reason }, context) => ({
    version: toVersion(await versions.withdraw(id, reason, context)),
  }),
  getTemplates: async ({ projectId }, context) => {
    const { ofProject, ofInstallation } = await templates.get(projectId, context);
    return {
      ofProject: ofProject && toTemplate(projectId, ofProject),
      ofInstallation: ofInstallation && toTemplate('', ofInstallation),
      knownTags: [...TEMPLATE_TAGS],
    };
  },
  saveTemplate: async (request, context) => ({
    template: toTemplate(request.projectId, await templates.save(request, context)),
  }),
  removeTemplate: async ({ projectId }, context) => {
    await templates.remove(projectId, context);
    return {};
  },
  listShareLinks: async ({ versionId }, context) => ({
    shareLinks: (await shareLinks.list(versionId, context)).map(toShareLink),
  }),
  createShareLink: async (request, context) => {
    const { row, token } = await shareLinks.create(request, context);
    return { shareLink: toShareLink(row), token };
  },
  revokeShareLink: async ({ versionId, id }, context) => {
    await shareLinks.revoke(versionId, id, context);
    return {};
  },
  openShareLink: ({ token }) => shareLinks.open(token),
});
