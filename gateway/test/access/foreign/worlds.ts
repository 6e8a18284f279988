import type { EvidenceComment } from '@symbio/proto/feature';
import { newId } from '@symbio/runtime';
import { MEMBERS } from '../accounts.js';
import { ADMINISTRATOR, CREATOR } from '../callers.js';
import { callBy } from '../credentials.js';
import { projectFields } from '../samples.js';
import { newRequest } from '../rows/agency-requests.js';
import { newGap } from '../rows/coverage.js';
import { newLink } from '../rows/iiif.js';
import { newInterview } from '../rows/interviews.js';
import { newLienSearch } from '../rows/lien-searches.js';
import { hitOf, newProposal, newRule } from '../rows/record-decisions.js';
import { newSearch } from '../rows/records.js';
import { newQuestionnaireLink } from '../rows/questionnaires.js';
import { issuedVersion, linkOf } from '../rows/reports.js';
import { newReviewRule } from '../rows/review-rules.js';
import { newStreetFile } from '../rows/streets.js';
import { there } from '../there.js';
import type { World } from '../world.js';
import { KINDS_OF_ORGANIZATION } from './places.js';
import { CALLER } from './requests.js';
import type { Foreign } from './tries.js';

/** Project with one object of each kind only: reading or erasing all that the rows made would take a minute. */
export async function worldApart(world: World, title: string): Promise<World> {
  const projectId = await world.takeProject(title);
  return { ...world, title, projectId, ...(await world.makeThingsIn(projectId)) };
}

export async function ownWorld(world: World): Promise<World> {
  const { otherProjectId: projectId, actors, system } = world;
  const as = await world.as(ADMINISTRATOR);
  // rows prepare their objects as members of the project
  for (const [person, role] of [[CALLER, 'owner'], [CREATOR, 'owner'], ...MEMBERS] as const)
    await system.clients.project.setMember({ projectId, userId: actors[person].sub, role }, as);
  const { project } = system.clients;
  // one token for each call: tokens live two minutes
  const asCaller = () => callBy(actors[CALLER]);
  async function takeProject(): Promise<string> {
    const id = newId();
    await project.createProject({ id, fields: projectFields('Made to be used up') }, await asCaller());
    return id;
  }
  async function takeDeletedProject(): Promise<string> {
    const id = await takeProject();
    await project.deleteProject({ id }, await asCaller());
    return id;
  }
  async function newMember(): Promise<string> {
    const userId = await world.newUser();
    await project.setMember({ projectId, userId, role: 'viewer' }, await world.as(ADMINISTRATOR));
    return userId;
  }
  async function newInvitation(): Promise<string> {
    const { outcome } = await project.inviteMember({ projectId, email: `${newId()}@access.test` }, await asCaller());
    return outcome?.$case === 'invitation' ? outcome.value.id : '';
  }
  /** Only its author changes a comment. */
  async function newEvidenceComment(featureId: string): Promise<EvidenceComment> {
    const { comment } = await system.clients.feature.createComment(
      { featureId, content: 'One tank.' },
      await asCaller(),
    );
    return there(comment, 'comment');
  }
  const things = await world.makeThingsIn(projectId);
  const takes = { takeProject, takeDeletedProject, newMember, newInvitation, newEvidenceComment };
  return { ...world, projectId, ...things, ...takes };
}

const NONE_OF_ORGANIZATION = Object.fromEntries(KINDS_OF_ORGANIZATION.map((kind) => [kind, []])) as unknown as Readonly<
  Record<(typeof KINDS_OF_ORGANIZATION)[number], readonly string[]>
>;

/** One id of each kind in a project, and deleted or failed ones where those have separate requests. */
export async function foreignThings(world: World): Promise<Foreign> {
  const { document, page, mark, feature, mention, runId, job, visit, photograph, projectId, title } = world;
  // a second of each, so their lists have a next page
  await Promise.all([
    world.newDocument(),
    world.newMark(),
    world.newRun(),
    world.newFeature(),
    world.newMention(feature.id),
  ]);
  const versionId = await issuedVersion(world);
  const ids = {
    ...NONE_OF_ORGANIZATION,
    project: [projectId],
    document: [document.id, (await world.newDeletedDocument()).id],
    page: [page.id],
    annotation: [mark.id, await world.removedMark()],
    feature: [feature.id],
    merge: [await world.newMerge()],
    mention: [mention.id],
    record: [mention.currentHistoryId],
    determination: [(await world.newDetermination(feature.id)).id],
    proposal: [(await world.newDeterminationProposal(feature.id, [mention.currentHistoryId])).id],
    search: [await newSearch(world)],
    gap: [await newGap(world)],
    interview: [await newInterview(world)],
    lienSearch: [await newLienSearch(world)],
    link: [await newQuestionnaireLink(world)],
    hit: [await hitOf(world)],
    rule: [await newRule(world)],
    recordProposal: [await newProposal(world)],
    agencyRequest: [await newRequest(world)],
    version: [versionId],
    run: [runId],
    job: [job.id, (await world.newFailedJob()).id],
    visit: [visit.id],
    photograph: [photograph.id],
    split: [(await world.newSplit()).id],
    shareLink: [(await newLink(world)).id, (await linkOf(world, versionId)).id],
    reviewRule: [await newReviewRule(world)],
    streetFile: [await newStreetFile(world)],
  };
  const secrets = [...Object.values(ids).flat(), title, projectFields(title).clientCompany ?? title];
  return { ids, secrets };
}

/** Fields that the generator must find, so a loss of coverage is noticed. */
export const KNOWN_PLACES = [
  'GET /api/documents/:id path.documents/:id',
  'GET /api/public/features query.run_id',
  'POST /api/public/mentions body.source_annotation_id',
  'POST /api/public/annotations/batch body.items[].run_id',
  'POST /api/features/:id/merge body.merged_ids[+]',
  'POST /api/documents body.project_id',
  'POST /api/public/webhooks body.project_ids[]',
  'GET /api/projects/:id/export path.projects/:id',
  'GET /api/public/page-search query.document_id',
  'GET /api/events query.project_id',
  'ALL /files path.documents/:id',
  'DELETE /api/documents/:id/share-links/:link_id path.share-links/:link_id',
  'POST /api/public/review-rules/:id/remove path.review-rules/:id',
  'tool propose_features body.params.arguments.items[].run_id',
  'document.uploadDocument [].part.value.projectId',
  'feature.createMentions items[].sourceAnnotationId',
];

export const OWN_NAME =
  'names a thing to be: a UUID that is in use already is refused as taken, which tells nothing else of it';
const OF_POINT = 'names a point of this page: an unknown one is a new point';
const OF_REGION = 'names a region of this page: an unknown one is a new region';
const OF_DOCUMENT = 'says whose the document beside it is, as the gateway has read it; no document is named here';
const OF_PROPOSAL = 'names a point of the proposal for this page: another one is refused as none of it';
const UPLOAD = 'names an upload to be in the project that is named beside it: parts are kept by project and id';
export const EACH = 'is refused by itself, in the same words as an id of nothing, and the others of the list are done';
const IN_PROJECT = 'is looked for in the project that is named beside it, where there is none';

/** Fields that do not respond 404 to a foreign id, with the reason why nothing leaks or changes. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  'POST /api/public/documents/batch body.id': OWN_NAME,
  'POST /api/public/documents/batch/:id/undo path.batch/:id': OWN_NAME,
  'POST /api/public/documents/:id/split-proposals body.id': OWN_NAME,
  'document.proposeSplit id': OWN_NAME,
  'POST /api/public/features body.id': OWN_NAME,
  'POST /api/public/mentions body.id': OWN_NAME,
  'POST /api/public/mentions/batch body.items[].id': OWN_NAME,
  'PUT /api/annotations/:id/association body.mention_id': OWN_NAME,
  'PUT /api/annotations/:id/association body.feature.id': OWN_NAME,
  'POST /api/public/annotations/batch body.items[].id': OWN_NAME,
  'POST /api/public/annotations body.id': OWN_NAME,
  'POST /api/public/projects body.id': OWN_NAME,
  'POST /api/public/runs body.id': OWN_NAME,
  'POST /api/public/projects/:id/record-searches body.id': OWN_NAME,
  'records.searchRecords id': OWN_NAME,
  'POST /api/public/record-hits/bulk body.id': OWN_NAME,
  'POST /api/public/record-proposals body.items[].id': OWN_NAME,
  'POST /api/public/record-hits/:id/feature body.feature.id': OWN_NAME,
  'records.decideHits id': OWN_NAME,
  'POST /api/public/agency-requests body.id': OWN_NAME,
  'POST /api/public/agency-requests/:id/follow-ups body.id': OWN_NAME,
  'records.createAgencyRequest id': OWN_NAME,
  'records.addFollowUp id': OWN_NAME,
  'records.linkFeature newFeatureId': OWN_NAME,
  'feature.createRecordMention id': OWN_NAME,
  'feature.createRecordMention sourceRecord.hitId': 'is kept as given: the records service names its own record',
  'feature.createRecordMention sourceRecord.recordId': 'is kept as given, and the mention exists since the first try',
  'tool propose_record_dispositions body.params.arguments.items[].id': OWN_NAME,
  'records.proposeDispositions items[].id': OWN_NAME,
  'POST /api/public/projects/:id/report-versions body.id': OWN_NAME,
  'reports.lockVersion id': OWN_NAME,
  'tool propose_features body.params.arguments.items[].id': OWN_NAME,
  'document.uploadDocument [].part.value.id': OWN_NAME,
  'document.processDocument jobId': OWN_NAME,
  'document.changeDocuments id': OWN_NAME,
  'document.undoChangeOfDocuments id': OWN_NAME,
  'feature.createFeature id': OWN_NAME,
  'feature.createMention id': OWN_NAME,
  'feature.createDetermination id': OWN_NAME,
  'feature.createDeterminationProposal id': OWN_NAME,
  'feature.decideDeterminationProposal determinationId': OWN_NAME,
  'POST /api/public/determinations body.id': OWN_NAME,
  'POST /api/public/gaps body.id': OWN_NAME,
  'project.createGap id': OWN_NAME,
  'POST /api/public/interviews body.id': OWN_NAME,
  'project.createInterview id': OWN_NAME,
  'POST /api/public/lien-searches body.id': OWN_NAME,
  'project.createLienSearch id': OWN_NAME,
  'project.sendQuestionnaire id': OWN_NAME,
  'POST /api/questionnaires/submit body.id': OWN_NAME,
  'project.submitQuestionnaire id': OWN_NAME,
  'POST /api/public/determination-proposals body.id': OWN_NAME,
  'POST /api/public/determination-proposals/:id/decide body.determination_id': OWN_NAME,
  'tool propose_determination body.params.arguments.id': OWN_NAME,
  'feature.mergeFeatures mergeId': OWN_NAME,
  'feature.createMentions items[].id': OWN_NAME,
  'feature.associateAnnotation mentionId': OWN_NAME,
  'job.createJob id': OWN_NAME,
  'annotation.createAnnotation id': OWN_NAME,
  'annotation.createAnnotations items[].id': OWN_NAME,
  'document.addPhotograph [].part.value.id': OWN_NAME,
  'document.addStreets [].part.value.id': OWN_NAME,
  'POST /api/public/document-pages/:id/georeference/accept body.point_ids[]': OF_PROPOSAL,
  'document.acceptGeoreference pointIds[]': OF_PROPOSAL,
  'project.createProject id': OWN_NAME,
  'project.copySample id': OWN_NAME,
  'project.createSiteVisit id': OWN_NAME,
  'annotation.createRun id': OWN_NAME,
  'POST /api/public/document-pages/:id/title-block/volume body.id': OWN_NAME,
  'PUT /api/public/document-pages/:id/georeference body.points[].id': OF_POINT,
  'document.saveGeoreference points[].id': OF_POINT,
  'PUT /api/public/document-pages/:id/georeference body.region_id': OF_REGION,
  'document.saveGeoreference regionId': OF_REGION,
  'document.saveGeoreference points[].byId': 'is output only, and not read',
  'project.saveSite site.byId': 'is output only, and not read',
  'annotation.listAnnotations ids[]': 'is left out, as an id of nothing is',
  'document.countPlacedPages projectIds[]': 'is left out, as an id of nothing is',
  'document.countPlacedPages projectIds[+]': 'is left out, as an id of nothing is',
  'document.locatePages pageIds[]': 'is left out, as an id of nothing is',
  'document.locatePages pageIds[+]': 'is left out, as an id of nothing is',
  'GET /api/document-uploads/:id path.document-uploads/:id': UPLOAD,
  'PUT /api/document-uploads/:id path.document-uploads/:id': UPLOAD,
  'POST /api/document-uploads/:id/complete path.document-uploads/:id': UPLOAD,
  'DELETE /api/document-uploads/:id path.document-uploads/:id': UPLOAD,
  'document.getUpload id': UPLOAD,
  'document.uploadPart [].part.value.id': UPLOAD,
  'document.finishUpload id': UPLOAD,
  'document.discardUpload id': UPLOAD,
  'POST /api/public/documents/batch body.ids[]': EACH,
  'POST /api/public/documents/batch body.ids[+]': EACH,
  'GET /api/projects/:id/site-visits/:visit_id/photos path.site-visits/:visit_id': IN_PROJECT,
  'GET /api/projects/:id/access path.projects/:id': 'answers that there is no place for the caller, as for no project',
  'POST /api/cursors body.document_page_id': 'is passed on to people of the project that is named beside it, as it is',
  'POST /api/jobs/cancel body.ids[+]': EACH,
  'POST /api/jobs/retry body.ids[+]': EACH,
  'document.changeDocuments documentIds[]': EACH,
  'document.changeDocuments documentIds[+]': EACH,
  'job.cancelJobs ids[+]': EACH,
  'job.retryJobs ids[+]': EACH,
  'annotation.reviewAnnotation copyId': OWN_NAME,
  'feature.reviewFinding copyId': OWN_NAME,
  'document.correctVolume id': OWN_NAME,
  'document.correctPageKinds edits[].afterChangeId':
    'is compared with the last change of the page that is named beside it',
  'document.listPhotographs visitId': IN_PROJECT,
  'project.checkAccess projectIds[]': 'answers which of them the caller has a place in: none of these',
  'project.checkAccess projectIds[+]': 'answers which of them the caller has a place in: none of these',
  'project.listProjects ids[]': 'narrows the list of visible projects: a foreign one is not in it',
  'project.createLienSearch documentProjectId': OF_DOCUMENT,
  'project.updateLienSearch documentProjectId': OF_DOCUMENT,
  'document.updatePhotograph featureProjectId':
    'says whose the feature beside it is, as the gateway has read it; no feature is named here',
  'job.listJobs documentId': 'finds the job of the own project that `job.createJob payload.documentId` made',
  'job.createJob payload.documentId':
    'is the word of the document service, which has looked the document up; no route leads there',
};

/** Contract fields that no request of the matrix covers, with the reason. */
export const UNPLACED: Readonly<Record<string, string>> = {
  'feature.associateAnnotation feature.id':
    "stands instead of `featureId`; the gateway's route has it in its own place",
  'identity.searchUsers colleagues.userIds.[]':
    'names users, set by the gateway from the answer of the project service',
};
