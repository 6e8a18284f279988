import { pixelOf, type Place } from '@symbio/georeference';
import { isId, isNotFound, notFound, refuseFields } from '@symbio/runtime';
import { pagedList, type CallContext } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import type {
  CountPlacedPagesRequest,
  FindSheetsAtRequest,
  Georeference,
  ListGeoreferencesRequest,
  LocatePagesRequest,
  PlacedPages,
  SheetAt,
} from '@symbio/proto/document';
import { MAX_LOCATED, MAX_ROWS } from '@symbio/proto/limits';
import { FIRST_PAGE, type Documents } from '../documents/documents.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { judgementOf, toGeoreference } from './mapping.js';
import { WHOLE_SHEET, type GeoreferenceRow } from './model.js';
import { BAD_BOUNDS, isBounds } from './bounds.js';
import type { GeoreferenceFilter, GeoreferenceRepository } from './repository.js';

export interface PlacedSheetsDeps {
  documents: Pick<Documents, 'visible'>;
  georeferences: Pick<GeoreferenceRepository, 'list' | 'count' | 'countOf' | 'partsOfPages' | 'at'>;
  repository: Pick<DocumentRepository, 'pagesOf' | 'pagesOfYear'>;
  access: ProjectAccess;
}

export function createPlacedSheets({ documents, georeferences, repository, access }: PlacedSheetsDeps) {
  async function withPages(rows: readonly GeoreferenceRow[]): Promise<Georeference[]> {
    const pages = new Map((await repository.pagesOf(rows.map(({ pageId }) => pageId))).map((page) => [page._id, page]));
    return rows.map((row) => toGeoreference(row, pages.get(row.pageId)));
  }

  return {
    /** @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async list(request: ListGeoreferencesRequest, context: CallContext) {
      const { projectId, documentId, state, year, bbox } = request;
      refuseFields({
        ...(!projectId && { project_id: 'project_id is required' }),
        ...(!['', 'rough', 'exact'].includes(state) && { state: 'state must be rough or exact' }),
        ...(bbox.length > 0 && !isBounds(bbox) && { bbox: BAD_BOUNDS }),
      });
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      if (documentId) {
        const document = await documents.visible(documentId, 'read', context, 'document_id');
        if (document.projectId !== projectId) throw notFound('Document', 'document_id');
      }
      const filter: GeoreferenceFilter = {
        ...{ projectId, withRegions: request.withRegions },
        ...(documentId && { documentId }),
        ...((state === 'rough' || state === 'exact') && { state }),
        ...(isBounds(bbox) && { bounds: bbox }),
      };
      if (year !== undefined) {
        const placed = await georeferences.list(filter);
        filter.pageIds = await repository.pagesOfYear(
          placed.map(({ pageId }) => pageId),
          year,
        );
      }
      const { rows, pageInfo } = await pagedList(
        request.paging ?? FIRST_PAGE,
        (slice) => georeferences.list(filter, slice),
        () => georeferences.count(filter),
        ({ createdAt: at, _id: id }) => ({ at, id }),
      );
      return { georeferences: await withPages(rows), pageInfo };
    },

    /** Invisible ones are omitted. */
    async locate({ pageIds }: LocatePagesRequest, context: CallContext): Promise<Georeference[]> {
      refuseFields(pageIds.length > MAX_LOCATED ? { page_ids: `page_ids may name ${MAX_LOCATED} pages at most` } : {});
      const rows = await georeferences.partsOfPages(pageIds.filter(isId));
      const projects = [...new Set(rows.map(({ projectId }) => projectId))];
      const visible = await Promise.all(projects.map((projectId) => isVisible(projectId, context)));
      return withPages(rows.filter(({ projectId }) => visible[projects.indexOf(projectId)]));
    },

    /** Invisible projects are omitted. */
    async countPages({ projectIds }: CountPlacedPagesRequest, context: CallContext): Promise<PlacedPages[]> {
      refuseFields(
        projectIds.length > MAX_ROWS ? { project_ids: `project_ids may name ${MAX_ROWS} projects at most` } : {},
      );
      const counts = await georeferences.countOf(projectIds.filter(isId));
      const projects = [...new Set(counts.map(({ projectId }) => projectId))];
      const visible = await Promise.all(projects.map((projectId) => isVisible(projectId, context)));
      const of = (projectId: string, state: 'rough' | 'exact') =>
        counts.find((one) => one.projectId === projectId && one.state === state)?.count ?? 0;
      return projects
        .filter((_, at) => visible[at])
        .map((projectId) => ({ projectId, rough: of(projectId, 'rough'), exact: of(projectId, 'exact') }));
    },

    /** Oldest year first; sheets without a year last. */
    async at({ projectId, place }: FindSheetsAtRequest, context: CallContext): Promise<SheetAt[]> {
      const at: Place = { longitude: place?.longitude ?? NaN, latitude: place?.latitude ?? NaN };
      refuseFields({
        ...(!projectId && { project_id: 'project_id is required' }),
        ...(!(Math.abs(at.longitude) <= 180) && { longitude: 'longitude must be from -180 to 180.' }),
        ...(!(Math.abs(at.latitude) <= 90) && { latitude: 'latitude must be from -90 to 90.' }),
      });
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      const rows = partsFirst(await georeferences.at(projectId, at));
      const sheets = (await withPages(rows)).flatMap((georeference, index) => {
        const row = rows[index];
        const fit = row && judgementOf(row).fit;
        return fit ? [{ georeference, pixel: pixelOf(fit, at) }] : [];
      });
      const yearOf = ({ georeference }: (typeof sheets)[number]) => georeference.year ?? Infinity;
      return sheets.sort((a, b) => yearOf(a) - yearOf(b) || 0);
    },
  };

  async function isVisible(projectId: string, context: CallContext): Promise<boolean> {
    try {
      await access.require(context, projectId, NEEDED_ROLE.read);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

export type PlacedSheets = ReturnType<typeof createPlacedSheets>;

/** Without whole pages whose regions show the place too. */
function partsFirst(rows: readonly GeoreferenceRow[]): GeoreferenceRow[] {
  const parted = new Set(rows.filter(({ regionId }) => regionId !== WHOLE_SHEET).map(({ pageId }) => pageId));
  return rows.filter(({ regionId, pageId }) => regionId !== WHOLE_SHEET || !parted.has(pageId));
}
