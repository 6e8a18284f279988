import { app } from '@symbio/api';
import type { ShareLink } from '@symbio/proto/document';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { moment, required } from '../present/json.js';
import { success } from '../present/answers.js';

const operations = app.shareLinks;

const presentShareLink = (link: ShareLink): app.shareLinks.ShareLinkJson => ({
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
export const ALREADY_SHOWN =
  'This share link already exists. Its address was shown once and cannot be shown again: if it is lost, revoke the link and create another one.';

/** Links that show a document's pages to everyone who holds them. */
export const shareLinks = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.listShareLinks, async ({ params, query }, { parent }) => {
    const { shareLinks: found } = await document.listShareLinks({ documentId: params.id }, parent);
    return listOf(found.map(presentShareLink), query);
  }),
  route(
    operations.createShareLink,
    async ({ params, body: { name, with_findings: withFindings = false } }, { parent, origin }) => {
      const documentId = params.id;
      // before the link, whose address is lost when this fails
      const { pages } = await document.listPages({ documentId }, parent);
      const { shareLink, token } = await document.createShareLink(
        { documentId, name: name ?? '', withFindings },
        parent,
      );
      const first = pages.find(({ status }) => status === 'ready');
      const base = `${origin}/iiif/3/s/${token}`;
      return {
        data: {
          ...presentShareLink(required(shareLink)),
          manifest_url: `${base}/manifest`,
          info_url: first ? `${base}/${first.id}/info.json` : null,
        },
      };
    },
    {
      withoutSecrets: (answer) => {
        const { data } = answer as { data: app.shareLinks.ShareLinkJson & { manifest_url: string; info_url: unknown } };
        const { manifest_url: _manifest, info_url: _info, ...row } = data;
        return { data: { ...row, message: ALREADY_SHOWN } };
      },
    },
  ),
  route(operations.revokeShareLink, async ({ params }, { parent }) => {
    await document.revokeShareLink({ documentId: params.id, id: params.link_id }, parent);
    return success();
  }),
];
