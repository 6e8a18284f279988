import { signedIn, type MethodPolicy, type Policies } from '@symbio/rpc';
import { administersInstallation, isAgent, type Actor } from '@symbio/runtime';
import type { RecordsServiceService } from '@symbio/proto/records';

const isAdministrator = (actor: Actor): boolean =>
  administersInstallation(actor) && actor.scopes.length === 0 && !isAgent(actor);

/** Lists belong to the installation: the operator's administrators and their unlimited keys load them. */
const administrators: MethodPolicy = { name: "the operator's administrators", allows: isAdministrator };

export const policies: Policies<typeof RecordsServiceService> = {
  listDataSets: signedIn,
  getDataSet: signedIn,
  createDataSet: administrators,
  deleteDataSet: administrators,
  addVersion: administrators,
  getListUpload: administrators,
  uploadListPart: administrators,
  finishListUpload: administrators,
  discardListUpload: administrators,
  nameColumns: administrators,
  getSearchDistances: signedIn,
  saveSearchDistances: signedIn,
  confirmSearchDistances: signedIn,
  searchRecords: signedIn,
  listSearches: signedIn,
  getSearch: signedIn,
  listHits: signedIn,
  getHit: signedIn,
  decideHit: signedIn,
  decideAdjoining: signedIn,
  decidePlace: signedIn,
  decideSite: signedIn,
  decideHits: signedIn,
  undoRule: signedIn,
  listRules: signedIn,
  listNearbyFeatures: signedIn,
  linkFeature: signedIn,
  proposeDispositions: signedIn,
  listProposals: signedIn,
  decideProposal: signedIn,
  listAgencyRequests: signedIn,
  listAgencies: signedIn,
  listDueRequests: signedIn,
  getAgencyRequest: signedIn,
  createAgencyRequest: signedIn,
  updateAgencyRequest: signedIn,
  deleteAgencyRequest: signedIn,
  restoreAgencyRequest: signedIn,
  addFollowUp: signedIn,
  proposeRadiusReport: signedIn,
  getRadiusReport: signedIn,
  confirmRadiusReport: signedIn,
  undoRadiusReport: signedIn,
};

export const ROLE_TO = { read: 'viewer', search: 'editor', decide: 'editor' } as const;
