import { isId, serviceActor, type Actor } from '@symbio/runtime';
import { pageInfo, type Handlers } from '@symbio/rpc';
import { CATEGORIES } from '@symbio/page-engine/classification';
import type { DocumentServiceService } from '@symbio/proto/document';
import { toAlignment, type Alignments } from './alignments/alignments.js';
import type { Bulk } from './bulk/bulk.js';
import { toBulkChange } from './bulk/mapping.js';
import type { DocumentClassifier } from './classification/document-classifier.js';
import type { Deletions } from './deletions/deletions.js';
import type { Documents } from './documents/documents.js';
import type { TakeAttachment } from './attachments/take-attachment.js';
import type { RelatedDocuments, RelatedExtras } from './documents/related-documents.js';
import type { Georeferences } from './georeferences/georeferences.js';
import type { GeoTiffs } from './georeferences/geo-tiffs.js';
import { placementsOf } from './georeferences/mapping.js';
import type { PlacedSheets } from './georeferences/placed-sheets.js';
import type { Proposals } from './georeferences/proposals.js';
import type { GeoreferenceRepository } from './georeferences/repository.js';
import type { RegionPictures } from './files/region-pictures.js';
import type { Links } from './files/links.js';
import { shownPage } from './iiif/doors.js';
import { requirePicture, type Images } from './iiif/images.js';
import { toDocument, toPage } from './mapping.js';
import type { DocumentRow, PageRow } from './model.js';
import type { CorrectPageKinds } from './page-kinds/correct-page-kinds.js';
import type { AddPhotograph } from './photographs/add-photograph.js';
import { toPhotograph } from './photographs/mapping.js';
import type { StoredPhotograph } from './photographs/model.js';
import { toPageOpening, type PageOpenings } from './page-openings/page-openings.js';
import type { Photographs } from './photographs/photographs.js';
import type { Processing } from './processing/processing.js';
import type { DeletedDocuments } from './deletions/deleted-documents.js';
import type { FoundPage, PageSearch } from './search/page-search.js';
import type { SearchOfAll } from './search/search-all-projects.js';
import { toShareLink, type ShareLinks } from './share-links/share-links.js';
import { toCorrection, toHistory } from './title-block/mapping.js';
import type { SetGroundScale } from './documents/set-ground-scale.js';
import type { DocumentRepository } from './repository.js';
import { toSplit } from './splitting/mapping.js';
import type { Splits } from './splitting/splits.js';
import { toStreetFile, toStreetLines } from './streets/mapping.js';
import type { Streets } from './streets/streets.js';
import { dependsOnOthers, type ScaledRow } from './sheet-scale/sheet-scale.js';
import type { SheetFactChange } from './title-block/title-block-deps.js';
import type { TitleBlocks } from './title-block/title-blocks.js';
import type { UploadParts } from './uploads/upload-parts.js';
import type { UnlockDocument } from './uploads/protected-file.js';
import type { Uploads } from './uploads/uploads.js';

export interface HandlerParts {
  uploads: Uploads;
  uploadParts: UploadParts;
  documents: Documents;
  deletions: Deletions;
  bulk: Bulk;
  deleted: Pick<DeletedDocuments, 'findAny'>;
  classifier: DocumentClassifier;
  processing: Processing;
  search: PageSearch;
  searchAll: SearchOfAll;
  regions: RegionPictures;
  images: Pick<Images, 'answer'>;
  shareLinks: ShareLinks;
  titleBlocks: TitleBlocks;
  alignments: Alignments;
  geoTiffs: GeoTiffs;
  georeferences: Georeferences;
  placedSheets: PlacedSheets;
  proposals: Proposals;
  streets: Streets;
  placed: Pick<GeoreferenceRepository, 'ofPages'>;
  setGroundScale: SetGroundScale;
  correctPageKinds: CorrectPageKinds;
  pageOpenings: PageOpenings;
  photographs: Photographs;
  addPhotograph: AddPhotograph;
  links: Links;
  repository: Pick<DocumentRepository, 'measuredSheets'>;
  relatedDocuments: RelatedDocuments;
  takeAttachment: TakeAttachment;
  unlockDocument: UnlockDocument;
  splits: Splits;
}

const WORKER = serviceActor('document-worker').sub;

export function createHandlers(parts: HandlerParts): Handlers<typeof DocumentServiceService> {
  const { uploads, uploadParts, documents, deletions, deleted, classifier, processing } = parts;
  const { bulk, search, splits, regions, titleBlocks, alignments, photographs, links, repository } = parts;
  const { georeferences, placedSheets, placed, proposals, streets } = parts;
  const linked = async (row: DocumentRow, { actor }: { actor: Actor }, related: RelatedExtras = {}) => {
    const [fileUrl, originalUrl] = await Promise.all([links.file(row, actor), links.original(row, actor)]);
    return toDocument(row, { fileUrl, originalUrl, ...related });
  };
  const list = async (rows: readonly DocumentRow[], context: { actor: Actor }) => {
    const related = await parts.relatedDocuments(rows);
    return Promise.all(rows.map((row) => linked(row, context, related(row))));
  };
  const document = async (row: DocumentRow, context: { actor: Actor }) =>
    linked(row, context, (await parts.relatedDocuments([row]))(row));
  /** With their scales by their places on the earth. */
  const onEarth = async <R extends PageRow>(rows: readonly R[]) => {
    const placements = placementsOf(await placed.ofPages(rows.map(({ _id }) => _id)));
    return rows.map((row) => ({ ...row, ...placements.get(row._id) }));
  };
  const linkedPage = async (row: PageRow & Pick<ScaledRow, 'placed'>) =>
    toPage(row, await links.page(row), await measuredBeside([row]));
  const page = async (row: PageRow) => {
    const [shown = row] = await onEarth([row]);
    return linkedPage(shown);
  };
  const hitsOf = async (found: readonly FoundPage[]) => {
    const rows = await onEarth(found.map(({ page: row }) => row));
    return Promise.all(found.map(async (hit, at) => ({ ...hit, page: await linkedPage(rows[at] ?? hit.page) })));
  };
  /** Sheets of the document that may establish the scale of these. */
  const measuredBeside = async (rows: readonly (PageRow & Pick<ScaledRow, 'placed'>)[]): Promise<ScaledRow[]> => {
    const asking = rows.find(dependsOnOthers);
    return asking ? repository.measuredSheets(asking.documentId) : [];
  };
  const photograph = async (row: StoredPhotograph) => toPhotograph(row, await links.photograph(row));
  const pageWithHistory = async (row: PageRow) => ({ page: await page(row), history: toHistory(row) });
  const change = ({ page: row, corrected, ...rest }: SheetFactChange) => ({
    ...rest,
    page: toPage(row),
    corrected: corrected && toCorrection(corrected),
  });
  return {
    uploadDocument: async (requests, context) => ({
      document: await document(await uploads.upload(requests, context), context),
    }),
    getUpload: async (request, context) => {
      const { offset, document: made } = await uploadParts.status(request, context);
      return { offset, document: made && (await document(made, context)) };
    },
    uploadPart: async (requests, context) => ({ offset: await uploadParts.add(requests, context) }),
    finishUpload: async (request, context) => ({
      document: await document(await uploadParts.finish(request, context), context),
    }),
    discardUpload: async (request, context) => {
      await uploadParts.discard(request, context);
      return {};
    },
    findByHash: async (request, context) => ({
      documents: await list(await documents.findByHash(request, context), context),
    }),
    listDocuments: async (request, context) => {
      const { rows, pageInfo: info } = await documents.list(request, context);
      return { documents: await list(rows, context), pageInfo: info };
    },
    getDocument: async ({ id }, context) => {
      // a worker may delete its leftovers only after a permanent removal
      const kept = context.actor.sub === WORKER && isId(id) ? await deleted.findAny(id) : null;
      const found = kept ?? (await documents.visible(id, 'read', context));
      if (context.actor.via === 'user' && found.pagesReady === 0) processing.recordOpening(found._id);
      return { document: await document(found, context) };
    },
    updateDocument: async (request, context) => ({
      document: await document(await documents.update(request, context), context),
    }),
    deleteDocument: async ({ id }, context) => {
      await deletions.delete(id, context);
      return {};
    },
    listDeletedDocuments: async (request, context) => {
      const { rows, pageInfo: info } = await deletions.list(request, context);
      // without file addresses
      return { documents: rows.map((row) => toDocument(row)), pageInfo: info };
    },
    restoreDocument: async ({ id }, context) => ({
      document: await document(await deletions.restore(id, context), context),
    }),
    eraseDocument: async ({ id }, context) => {
      await deletions.erase(id, context);
      return {};
    },
    changeDocuments: async (request, context) => ({ change: toBulkChange(await bulk.change(request, context)) }),
    undoChangeOfDocuments: async ({ id }, context) => ({ change: toBulkChange(await bulk.undo(id, context)) }),
    takeAttachment: async (request, context) => ({
      document: await document(await parts.takeAttachment(request, context), context),
    }),
    unlockDocument: async (request, context) => ({
      document: await document(await parts.unlockDocument(request, context), context),
    }),
    proposeSplit: async (request, context) => ({ split: toSplit(await splits.propose(request, context)) }),
    listSplits: async (request, context) => ({ splits: (await splits.list(request, context)).map(toSplit) }),
    saveSplit: async (request, context) => ({ split: toSplit(await splits.save(request, context)) }),
    confirmSplit: async (request, context) => ({ split: toSplit(await splits.confirm(request, context)) }),
    undoSplit: async (request, context) => ({ split: toSplit(await splits.undo(request, context)) }),
    createDownloadUrl: async ({ id, expiresIn, original }, context) =>
      documents.downloadUrl(id, expiresIn, context, { original }),
    classifyDocument: async ({ id, recentIsEnough }, context) => ({
      document: await document(await classifier.classify(id, context, { again: !recentIsEnough }), context),
    }),
    processDocument: async (request, context) => {
      const started = await processing.startProcessing(request, context);
      return { ...started, document: await document(started.document, context) };
    },
    listPages: async (request, context) => {
      const { rows, pageInfo: info } = await documents.pages(request, context);
      const shown = await onEarth(rows);
      const measured = await measuredBeside(shown);
      const pages = await Promise.all(shown.map(async (row) => toPage(row, await links.page(row), measured)));
      return { pages, pageInfo: info };
    },
    getPage: async ({ id }, context) => ({ page: await page(await documents.page(id, context)) }),
    recordPageOpening: async ({ pageId }, context) => ({
      opening: toPageOpening(await parts.pageOpenings.record(pageId, context)),
    }),
    listPageOpenings: async (request, context) => {
      const { rows, pageInfo: info } = await parts.pageOpenings.list(request, context);
      return { openings: rows.map(toPageOpening), pageInfo: info };
    },
    getPageImage: async (request, context) => {
      const { page: row, picture = Buffer.alloc(0), ...shown } = await regions.get(request, context);
      return { ...shown, picture, preview: row.preview, page: toPage(row) };
    },
    listPageWords: async ({ pageId }, context) => {
      const { page: row, words } = await search.words(pageId, context);
      return { words, width: row.width, height: row.height, extractedText: row.extractedText ?? '' };
    },
    searchPages: async (request, context) => {
      const { found, count, page: spec } = await search.search(request, context);
      return { hits: await hitsOf(found), pageInfo: pageInfo(spec, count) };
    },
    searchAllProjects: async (request, context) => {
      const { projects, documents: named, ...counts } = await parts.searchAll(request, context);
      const hits = await hitsOf(projects.flatMap((each) => each.hits));
      return {
        ...counts,
        projects: projects.map((each) => ({ ...each, hits: hits.splice(0, each.hits.length) })),
        documents: named.map(({ _id: id, projectId, title, fileName }) => ({ id, projectId, title, fileName })),
      };
    },
    getTitleBlock: async ({ pageId }, context) => pageWithHistory(await titleBlocks.get(pageId, context)),
    correctPageKinds: async (request, context) => {
      const { changes, keptPageIds } = await parts.correctPageKinds(request, context);
      return { changes: changes.map((made) => ({ ...made, page: toPage(made.page) })), keptPageIds };
    },
    setGroundScale: async (request, context) => ({ page: await page(await parts.setGroundScale(request, context)) }),
    correctTitleBlock: async (request, context) => pageWithHistory(await titleBlocks.correct(request, context)),
    correctVolume: async (request, context) => {
      const { changes, fullPageIds } = await titleBlocks.correctVolume(request, context);
      return { changes: changes.map(change), fullPageIds };
    },
    undoVolumeCorrection: async (request, context) => {
      const { changes, keptPageIds } = await titleBlocks.undoVolumeCorrection(request, context);
      return { changes: changes.map(change), keptPageIds };
    },
    listAlignments: async (request, context) => ({
      alignments: (await alignments.list(request, context)).map(toAlignment),
    }),
    saveAlignment: async (request, context) => ({ alignment: toAlignment(await alignments.save(request, context)) }),
    getIiifImage: async ({ pageId, base: id, parts: asked, accept }, context) => {
      const row = shownPage(requirePicture(await documents.page(pageId, context)));
      const { headers, body } = await parts.images.answer(row, { id, parts: asked, accept });
      return { contentType: headers['Content-Type'] ?? '', link: headers['Link'] ?? '', body };
    },
    listShareLinks: async ({ documentId }, context) => ({
      shareLinks: (await parts.shareLinks.list(documentId, context)).map(toShareLink),
    }),
    createShareLink: async (request, context) => {
      const { row, token } = await parts.shareLinks.create(request, context);
      return { shareLink: toShareLink(row), token };
    },
    revokeShareLink: async ({ documentId, id }, context) => {
      await parts.shareLinks.revoke(documentId, id, context);
      return {};
    },
    openShareLink: async ({ token }) => {
      const { document: row, pages, withFindings } = await parts.shareLinks.open(token);
      const related = (await parts.relatedDocuments([row]))(row);
      const ready = pages.filter(({ status }) => status === 'ready');
      return { document: toDocument(row, related), pages: ready.map((each) => toPage(each)), withFindings };
    },
    getGeoreference: async ({ pageId, regionId }, context) => ({
      georeference: await georeferences.get(pageId, context, regionId || undefined),
      proposal: await proposals.of(pageId, context),
      regions: await georeferences.regions(pageId, context),
    }),
    proposeGeoreference: async ({ pageId }, context) => ({ proposal: await proposals.propose(pageId, context) }),
    proposePlaces: async ({ documentId }, context) => proposals.ofDocument(documentId, context),
    acceptGeoreference: async (request, context) => ({ georeference: await proposals.accept(request, context) }),
    listStreets: async ({ projectId }, context) => ({
      files: (await streets.list(projectId, context)).map(toStreetFile),
    }),
    addStreets: async (requests, context) => ({ file: toStreetFile(await streets.add(requests, context)) }),
    deleteStreets: async (request, context) => {
      await streets.remove(request, context);
      return {};
    },
    findStreetPlaces: async (request, context) => ({ places: await streets.find(request, context) }),
    findStreetLines: async (request, context) => toStreetLines(await streets.lines(request, context)),
    findCrossings: async (request, context) => ({ places: await proposals.crossingsAt(request, context) }),
    saveGeoreference: async (request, context) => ({ georeference: await georeferences.save(request, context) }),
    undoGeoreference: async (request, context) => ({ georeference: await georeferences.undo(request, context) }),
    listGeoreferences: async (request, context) => placedSheets.list(request, context),
    countPlacedPages: async (request, context) => ({ counts: await placedSheets.countPages(request, context) }),
    locatePages: async (request, context) => ({ georeferences: await placedSheets.locate(request, context) }),
    readGeoTiff: async (request, context) => parts.geoTiffs.read(request, context),
    findSheetsAt: async (request, context) => ({ sheets: await placedSheets.at(request, context) }),
    listCategories: () => Promise.resolve({ categories: [...CATEGORIES] }),
    addPhotograph: async (requests, context) => ({
      photograph: await photograph(await parts.addPhotograph(requests, context)),
    }),
    listPhotographs: async ({ projectId, visitId }, context) => ({
      photographs: await Promise.all((await photographs.list(projectId, visitId, context)).map(photograph)),
    }),
    updatePhotograph: async ({ id, keepCaption, caption, ...links }, context) => {
      const changes = { ...links, caption: keepCaption ? undefined : caption };
      return { photograph: await photograph(await photographs.update(id, changes, context)) };
    },
    deletePhotograph: async ({ id }, context) => {
      await photographs.remove(id, context);
      return {};
    },
    restorePhotograph: async ({ id }, context) => ({
      photograph: await photograph(await photographs.restore(id, context)),
    }),
    beginProcessing: async ({ documentId, jobId }, { actor }) => {
      const { document: row, ...begun } = await processing.beginProcessing(documentId, jobId, actor);
      return { document: await linked(row, { actor }), ...begun };
    },
    recordPageCount: async ({ documentId, totalPages }, { actor }) => {
      await processing.recordPageCount(documentId, totalPages, actor);
      return {};
    },
    recordPage: async (request, { actor }) => ({ page: await page(await processing.recordPage(request, actor)) }),
  };
}
