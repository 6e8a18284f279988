import { BinaryAnswer, georeferences as operations, lastSeen, StreamedAnswer } from '@symbio/api';
import { placeOf } from '@symbio/georeference';
import { readPointFile, UnreadableFile, type ImportedPoints } from '@symbio/georeference/files';
import type { Georeference } from '@symbio/proto/document';
import { AppError, invalidFields, isId, namedId } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type CallerContext, type Route } from '../http/serve.js';
import { georeferenceAnnotation, qgisPoints, worldFile } from '../present/georeference-files.js';
import { fitOf, partAt, presentGeoreference, presentPlacedSheet, presentProposal } from '../present/georeferences.js';
import { required } from '../present/json.js';
import { itemResponse } from '../present/answers.js';
import { listResponse } from '../http/lists.js';
import { slice } from './paging.js';

/** A busy machine starts a child process and draws the sheet first. */
const PROPOSE_LIMIT_MS = 120_000;
/** A part of a GeoTIFF from a remote store. */
const PART_LIMIT_MS = 60_000;

const shown = itemResponse(presentGeoreference);
const text = (type: string, name: string, content: string) =>
  new BinaryAnswer(`${type}; charset=utf-8`, Buffer.from(content), fileHeaders(name));

const fileHeaders = (name: string) => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-cache',
});

/** Id of a region in calls: empty for the whole sheet, which is `sheet` in the API. */
const calledRegion = (regionId: string | undefined): string =>
  regionId === undefined || regionId === 'sheet' ? '' : regionId;

/** What the document service fills in. */
const UNSAVED = { byId: '', byName: '', at: undefined, missFeet: undefined };

/** @throws AppError INVALID_ARGUMENT naming `content` */
function mapsOf(content: string, { pageId: id, pictureWidth, pictureHeight }: Georeference): ImportedPoints[] {
  try {
    return readPointFile(content, { id, width: pictureWidth, height: pictureHeight });
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidFields({ content: error.message });
    throw error;
  }
}

/** /api/public/document-pages/{id}/georeference and what follows from it. */
export const georeferences = ({ document }: Pick<Clients, 'document'>): Route[] => {
  /** The placed page, if it is, and its placed regions; or only the region asked for. */
  async function partsOf(pageId: string, regionId: string | undefined, parent: CallParent) {
    const asked = { pageId, regionId: calledRegion(regionId) };
    const { georeference, regions } = await document.getGeoreference(asked, parent);
    return [required(georeference), ...(regionId === undefined ? regions : [])].flatMap((part) => {
      const fit = fitOf(part);
      return fit ? [{ georeference: part, fit }] : [];
    });
  }

  const notPlaced = () => new AppError('NOT_FOUND', 'not_placed', 'This sheet has no place on the earth yet.');

  /** The parts are read while they are sent. */
  async function geoTiff(
    pageId: string,
    regionId: string,
    withPoints: boolean,
    { parent, freshParent }: CallerContext,
  ) {
    const read = (offset: number, tag: string, by: CallParent) =>
      document.readGeoTiff({ pageId, regionId, withPoints, offset, tag }, { ...by, limitMs: PART_LIMIT_MS });
    const first = await read(0, '', parent);
    async function* parts(): AsyncGenerator<Uint8Array> {
      yield first.part;
      for (let at = first.part.length; at < first.totalBytes;) {
        const { part } = await read(at, first.tag, await freshParent());
        if (part.length === 0) throw new Error(`a GeoTIFF of ${first.totalBytes} bytes ended after ${at}`);
        at += part.length;
        yield part;
      }
    }
    return new StreamedAnswer('image/tiff', parts(), {
      ...fileHeaders(`${pageId}.tif`),
      'Content-Length': String(first.totalBytes),
    });
  }

  return [
    route(operations.getGeoreference, async ({ params: { id: pageId }, query }, { parent }) => {
      const regionId = calledRegion(query.region_id);
      const { georeference, proposal, regions } = await document.getGeoreference({ pageId, regionId }, parent);
      return { data: presentGeoreference(required(georeference), proposal, regions) };
    }),
    route(operations.proposeGeoreference, async ({ params: { id: pageId } }, { parent }) => {
      const patient = { ...parent, deadline: undefined, limitMs: PROPOSE_LIMIT_MS };
      const { proposal } = await document.proposeGeoreference({ pageId }, patient);
      return { data: presentProposal(required(proposal)) };
    }),
    route(operations.acceptGeoreference, async ({ params: { id: pageId }, body }, { parent }) => {
      const asked = { pageId, pointIds: body.point_ids, expectedUpdatedAt: lastSeen(body) };
      return shown((await document.acceptGeoreference(asked, parent)).georeference);
    }),
    route(operations.saveGeoreference, async ({ params: { id: pageId }, body }, { parent }) => {
      const points = body.points.map(({ id = '', name, source = 'typed', used = true, ...point }) => ({
        ...{ ...UNSAVED, ...point, id, name: name ?? '', source, used },
      }));
      const answer = await document.saveGeoreference(
        {
          ...{ pageId, points, mask: body.mask ?? [], expectedUpdatedAt: lastSeen(body) },
          regionId: calledRegion(body.region_id),
          regionName: body.region_name ?? '',
        },
        parent,
      );
      return shown(answer.georeference);
    }),
    route(operations.importGeoreference, async ({ params: { id: pageId }, body }, { parent }) => {
      const before = required((await document.getGeoreference({ pageId }, parent)).georeference);
      const maps = mapsOf(body.content, before);
      for (const [at, { points, mask, regionId }] of maps.entries()) {
        const imported = points.map(({ name = '', ...point }) => ({
          ...{ ...UNSAVED, ...point, id: '', name, source: 'imported' },
        }));
        const known = regionId !== undefined && isId(regionId) ? regionId : undefined;
        const isRegion = mask.length > 0 && (known !== undefined || (maps.length > 1 && regionId !== 'sheet'));
        // a repeat finds the same region
        const own = isRegion ? (known ?? namedId(`${pageId} imported ${at}`)) : '';
        const asked = { pageId, points: imported, mask, regionId: own, regionName: '' };
        await document.saveGeoreference({ ...asked, expectedUpdatedAt: isRegion ? undefined : lastSeen(body) }, parent);
      }
      const { georeference, proposal, regions } = await document.getGeoreference({ pageId }, parent);
      return { data: presentGeoreference(required(georeference), proposal, regions) };
    }),
    route(operations.undoGeoreference, async ({ params: { id: pageId }, body }, { parent }) =>
      shown((await document.undoGeoreference({ pageId, historyId: body.history_id }, parent)).georeference),
    ),
    route(operations.listGeoreferences, async ({ query }, { parent }) => {
      const answer = await document.listGeoreferences(
        {
          ...{ projectId: query.project_id, documentId: query.document_id ?? '', state: query.state ?? '' },
          ...{ year: query.year, bbox: query.bbox ?? [], paging: slice(query) },
          withRegions: query.include === 'regions',
        },
        parent,
      );
      return listResponse(answer.georeferences.map(presentPlacedSheet), answer.pageInfo);
    }),
    route(operations.getPlaceOfPixel, async ({ params: { id }, query }, { parent }) => {
      const parts = await partsOf(id, undefined, parent);
      const part = partAt(
        parts.map(({ georeference }) => georeference),
        query,
      );
      const { georeference, fit } = parts.find((one) => one.georeference === part) ?? {};
      if (!georeference || !fit) throw notPlaced();
      const { longitude, latitude } = placeOf(fit, query);
      const uncertainty = georeference.fit?.expectedFeet ?? 0;
      return { data: { longitude, latitude, uncertainty_ft: uncertainty, state: georeference.state } };
    }),
    route(operations.findSheetsAt, async ({ query: { project_id: projectId, ...place } }, { parent }) => {
      const { sheets } = await document.findSheetsAt({ projectId, place }, parent);
      return {
        data: sheets.map(({ georeference, pixel }) => ({
          ...presentPlacedSheet(required(georeference)),
          x: pixel?.x ?? 0,
          y: pixel?.y ?? 0,
        })),
      };
    }),
    route(
      operations.exportGeoreference,
      async ({ params: { id }, query: { format, region_id: regionId } }, context) => {
        const { parent, origin } = context;
        if (format === 'geotiff' || format === 'gcp-geotiff')
          return geoTiff(id, calledRegion(regionId), format === 'gcp-geotiff', context);
        const parts = await partsOf(id, format === 'annotation' ? regionId : (regionId ?? 'sheet'), parent);
        const [first] = parts;
        if (!first) throw notPlaced();
        const { georeference, fit } = first;
        if (format === 'points') return text('text/csv', `${id}.points`, qgisPoints(georeference));
        if (format === 'worldfile') return text('text/plain', `${id}.jgw`, worldFile(georeference, fit));
        const annotation = JSON.stringify(georeferenceAnnotation(parts, origin), undefined, 1);
        return text('application/ld+json', `${id}.json`, annotation);
      },
    ),
  ];
};
