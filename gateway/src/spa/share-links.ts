import type { Router } from 'express';
import type { ShareLink } from '@symbio/proto/document';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { about, act } from '../http/audit/audit-subject.js';
import { storeInstead } from '../http/idempotency.js';
import { body, listOf, pathId, text } from '../http/input.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { originOf } from '../http/serve.js';
import { moment, required } from '../present/json.js';

const creation = z.strictObject({ name: text, with_findings: z.boolean().optional() });

const presentShareLink = (link: ShareLink) => ({
  id: link.id,
  document_id: link.documentId,
  name: link.name,
  with_findings: link.withFindings,
  by_id: link.byId,
  by_name: link.byName,
  created_at: moment(link.createdAt),
  last_used_at: moment(link.lastUsedAt),
});

/** Of a repeated creation, instead of the address. */
const ALREADY_SHOWN =
  'This share link already exists. Its address was shown once and cannot be shown again: if it is lost, revoke the link and create another one.';

/** /api/documents/{id}/share-links: links that show a document's pages to everyone who holds them. */
export function shareLinks({ document }: Pick<Clients, 'document'>, publicUrl: string): Router {
  const router = strictRouter();
  const exports = { post: act('exported', 'share_link.created'), delete: act('changed', 'share_link.revoked') };
  methods(router, '/documents/:id/share-links', about('document', exports), {
    get: [
      async (request, response) => {
        const asked = { documentId: pathId(request, 'Document') };
        const { shareLinks: found } = await document.listShareLinks(asked, parentOf(request));
        response.json(listOf(request, found.map(presentShareLink)));
      },
    ],
    post: [
      async (request, response) => {
        const documentId = pathId(request, 'Document');
        const { name, with_findings: withFindings = false } = body(request, creation);
        const asked = { documentId, name: name ?? '', withFindings };
        const parent = parentOf(request);
        // before the link, whose address is lost when this fails
        const { pages } = await document.listPages({ documentId }, parent);
        const { shareLink, token } = await document.createShareLink(asked, parent);
        const first = pages.find(({ status }) => status === 'ready');
        const data = presentShareLink(required(shareLink));
        // the address is shown once
        storeInstead(response, { data: { ...data, message: ALREADY_SHOWN } });
        const base = `${originOf(request, publicUrl)}/iiif/3/s/${token}`;
        const addresses = {
          manifest_url: `${base}/manifest`,
          info_url: first ? `${base}/${first.id}/info.json` : null,
        };
        response.status(201).json({ data: { ...data, ...addresses } });
      },
    ],
  });
  methods(router, '/documents/:id/share-links/:link_id', about('document', exports), {
    delete: [
      async (request, response) => {
        const id = pathId(request, 'Share link', 'link_id');
        await document.revokeShareLink({ documentId: pathId(request, 'Document'), id }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
