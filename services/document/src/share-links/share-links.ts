/** Links that show a document's pages to everyone who holds them, until revoked. */
import { MAX_SHARE_LINK_NAME, MAX_SHARE_LINKS } from '@symbio/proto/limits';
import {
  conflict,
  doerOf,
  hashOfToken,
  isId,
  isToken,
  LRUCache,
  newId,
  newToken,
  notFound,
  refuseFields,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import type { RowWriter } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import type { CreateShareLinkRequest, ShareLink } from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { ShareLinkRow } from './model.js';
import type { ShareLinkRepository } from './repository.js';

export interface ShareLinkDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'find' | 'findSheet' | 'sheets'>;
  links: Pick<ShareLinkRepository, 'ofDocument' | 'byToken' | 'used'>;
  writer: RowWriter<ShareLinkRow>;
  access: Pick<ProjectAccess, 'require'>;
  isProjectHidden: (projectId: string) => Promise<boolean>;
  pace: (name: string) => Promise<void>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** Between two records of a link's use. */
const USE_MS = 60_000;
const KNOWN_LINKS = 1_000;

export const toShareLink = (row: ShareLinkRow): ShareLink => ({
  id: row._id,
  documentId: row.documentId,
  name: row.name,
  withFindings: row.withFindings,
  byId: row.byId,
  byName: row.byName,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
});

const fullOf = () =>
  conflict('too_many_share_links', `A document can have at most ${MAX_SHARE_LINKS} share links. Revoke one first.`);

export function createShareLinks(deps: ShareLinkDeps) {
  const { documents, repository, links, writer, access, isProjectHidden, pace, clock, log } = deps;
  const uses = new LRUCache<string, number>({ max: KNOWN_LINKS });

  async function owned(documentId: string, context: CallContext): Promise<DocumentRow> {
    const document = await documents.visible(documentId, 'read', context);
    await access.require(context, document.projectId, 'owner', 'Document');
    return document;
  }

  /** Never fails a request. */
  async function recordUse({ _id }: ShareLinkRow): Promise<void> {
    const now = clock.now();
    if (now.getTime() - (uses.get(_id) ?? -USE_MS) < USE_MS) return;
    uses.set(_id, now.getTime());
    await links
      .used(_id, now)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record the use of a share link'));
  }

  /** undefined if unknown, revoked, or its document or project is deleted. */
  async function opened(token: string): Promise<{ link: ShareLinkRow; document: DocumentRow } | undefined> {
    const link = isToken(token) ? await links.byToken(hashOfToken(token)) : null;
    if (!link) return undefined;
    await pace(link._id);
    const document = await repository.find(link.documentId);
    if (!document || (await isProjectHidden(document.projectId))) return undefined;
    await recordUse(link);
    return { link, document };
  }

  return {
    /** For all who see the document. @throws AppError NOT_FOUND */
    async list(documentId: string, context: CallContext): Promise<ShareLinkRow[]> {
      await documents.visible(documentId, 'read', context);
      return links.ofDocument(documentId);
    },

    /** By owners. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create(request: CreateShareLinkRequest, context: CallContext): Promise<{ row: ShareLinkRow; token: string }> {
      const document = await owned(request.documentId, context);
      const name = request.name.trim();
      const fields: Record<string, string> = {};
      if (!name) fields['name'] = 'Name is required';
      if (name.length > MAX_SHARE_LINK_NAME)
        fields['name'] = `Name must have at most ${MAX_SHARE_LINK_NAME} characters`;
      refuseFields(fields);
      if ((await links.ofDocument(document._id)).length >= MAX_SHARE_LINKS) throw fullOf();
      const token = newToken();
      const values = {
        projectId: document.projectId,
        documentId: document._id,
        tokenHash: hashOfToken(token),
        name,
        withFindings: request.withFindings,
        byId: doerOf(context.actor),
        byName: context.actor.name,
      };
      const row = await writer.insert(newId(), values, context.actor, () => []);
      if (!row) throw new Error('an id was taken');
      // created concurrently
      const rank = (await links.ofDocument(document._id)).findIndex(({ _id }) => _id === row._id);
      if (rank >= MAX_SHARE_LINKS) {
        await writer.change(row._id, context.actor, () => ({ remove: true, events: [] }));
        throw fullOf();
      }
      return { row, token };
    },

    /** By owners. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async revoke(documentId: string, id: string, context: CallContext): Promise<void> {
      const document = await owned(documentId, context);
      const revoked = isId(id)
        ? await writer.change(id, context.actor, (row) =>
            row.documentId === document._id ? { remove: true, events: [] } : undefined,
          )
        : null;
      if (revoked?.documentId !== document._id) throw notFound('Share link');
    },

    async page(token: string, pageId: string): Promise<PageRow | undefined> {
      const found = await opened(token);
      const page = found && (await repository.findSheet(pageId));
      return page?.documentId === found?.document._id && page?.status === 'ready' ? page : undefined;
    },

    /** @throws AppError NOT_FOUND */
    async open(token: string): Promise<{ document: DocumentRow; pages: PageRow[]; withFindings: boolean }> {
      const found = await opened(token);
      if (!found) throw notFound('Share link');
      const { document, link } = found;
      const pages = await repository.sheets(document._id);
      return { document, pages, withFindings: link.withFindings };
    },
  };
}

export type ShareLinks = ReturnType<typeof createShareLinks>;
