import { agentsPropose, isAgent, type Actor } from '@symbio/runtime';
import { people, services, signedIn, type Policies } from '@symbio/rpc';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { DocumentServiceService } from '@symbio/proto/document';

export const policies: Policies<typeof DocumentServiceService> = {
  uploadDocument: signedIn,
  getUpload: signedIn,
  uploadPart: signedIn,
  finishUpload: signedIn,
  discardUpload: signedIn,
  findByHash: signedIn,
  listDocuments: signedIn,
  getDocument: signedIn,
  updateDocument: signedIn,
  deleteDocument: signedIn,
  listDeletedDocuments: signedIn,
  restoreDocument: signedIn,
  eraseDocument: signedIn,
  changeDocuments: signedIn,
  undoChangeOfDocuments: signedIn,
  takeAttachment: signedIn,
  unlockDocument: signedIn,
  proposeSplit: signedIn,
  listSplits: signedIn,
  saveSplit: signedIn,
  confirmSplit: signedIn,
  undoSplit: signedIn,
  createDownloadUrl: signedIn,
  classifyDocument: signedIn,
  processDocument: signedIn,
  listPages: signedIn,
  getPage: signedIn,
  recordPageOpening: people,
  listPageOpenings: signedIn,
  getPageImage: signedIn,
  listPageWords: signedIn,
  searchPages: signedIn,
  searchAllProjects: signedIn,
  getTitleBlock: signedIn,
  correctTitleBlock: signedIn,
  correctPageKinds: signedIn,
  setGroundScale: signedIn,
  correctVolume: signedIn,
  undoVolumeCorrection: signedIn,
  listAlignments: signedIn,
  saveAlignment: signedIn,
  getGeoreference: signedIn,
  saveGeoreference: signedIn,
  undoGeoreference: signedIn,
  listGeoreferences: signedIn,
  proposeGeoreference: signedIn,
  acceptGeoreference: signedIn,
  listStreets: signedIn,
  addStreets: signedIn,
  deleteStreets: signedIn,
  findStreetPlaces: signedIn,
  findStreetLines: signedIn,
  findCrossings: signedIn,
  countPlacedPages: signedIn,
  locatePages: signedIn,
  readGeoTiff: signedIn,
  findSheetsAt: signedIn,
  listCategories: signedIn,
  addPhotograph: signedIn,
  listPhotographs: signedIn,
  updatePhotograph: signedIn,
  deletePhotograph: signedIn,
  restorePhotograph: signedIn,
  getIiifImage: signedIn,
  listShareLinks: signedIn,
  createShareLink: people,
  revokeShareLink: people,
  openShareLink: services('gateway'),
  beginProcessing: services('document-worker'),
  recordPageCount: services('document-worker'),
  recordPage: services('document-worker'),
  proposePlaces: services('document-worker'),
};

/** Role in the document's project (OP-07). */
export const NEEDED_ROLE = {
  read: 'viewer',
  seeOpenings: 'editor',
  upload: 'editor',
  update: 'editor',
  delete: 'editor',
  classify: 'editor',
  process: 'editor',
} as const satisfies Record<string, ProjectRole>;

/**
 * Documents belong to people: agents may not name, file, delete or restore them.
 * @throws AppError PERMISSION_DENIED (agents_propose)
 */
export function refuseForAgent(actor: Actor, what = 'document'): void {
  if (isAgent(actor)) throw agentsPropose(`This ${what} was added by a person.`, 'Report an issue, or ask a person.');
}

export type DocumentAction = keyof typeof NEEDED_ROLE;
