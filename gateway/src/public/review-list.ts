import { reviewLists as operations } from '@symbio/api';
import { MAX_ROWS } from '@symbio/proto/limits';
import type { Mention } from '@symbio/proto/feature';
import { gapTitle } from '@symbio/proto/labels';
import type { RecordSearch } from '@symbio/proto/records';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { problemsOf, today } from '../present/assessments.js';
import { coveredBy, newestSearch, type CoverageClients } from '../present/covered.js';
import { required } from '../present/json.js';
import type { Evidence } from '../review-list/evidence.js';
import type { RecordEvidence } from '../review-list/record-evidence.js';
import { reviewList } from '../review-list/rules.js';

export type Needed = Pick<Clients, 'identity' | 'reports'> & CoverageClients;

const ALL = { page: 1, perPage: MAX_ROWS };

async function recordEvidence(
  { records }: Pick<Needed, 'records'>,
  projectId: string,
  search: RecordSearch | undefined,
  parent: CallParent,
) {
  if (!search) return undefined;
  const [{ hits }, { distances, confirmation }] = await Promise.all([
    records.listHits({ projectId }, parent),
    records.getSearchDistances({ projectId }, parent),
  ]);
  return {
    hits: hits.map(({ id, list, name, certainty, onProperty, suggestsAdjoining, adjoining, disposition }) => ({
      ...{ id, list, name, certainty, onProperty, isAdjoining: adjoining?.isAdjoining ?? suggestsAdjoining },
      disposition: disposition && {
        ...{ kind: disposition.kind, codes: disposition.reasonCodes, text: disposition.text },
        changes: disposition.changes,
      },
    })),
    lists: search.counts,
    distances,
    isConfirmed: confirmation?.isOutdated === false,
    data: search.data,
    today: today(),
  } satisfies RecordEvidence;
}

/** Ids of authors that are agents. */
async function agentsAmong(
  { identity }: Pick<Needed, 'identity'>,
  mentions: readonly Mention[],
  parent: CallParent,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(mentions.map(({ currentAuthorId }) => currentAuthorId).filter(Boolean))];
  const { authors } = ids.length > 0 ? await identity.getAuthors({ ids }, parent) : { authors: [] };
  return new Set(authors.filter(({ authorType }) => authorType === 'ai_agent').map(({ id }) => id));
}

async function evidenceOf(clients: Needed, projectId: string, parent: CallParent) {
  const { project, document, feature, identity, reports } = clients;
  // refuses a caller without access before anything else is read
  const { progress } = required((await project.getProject({ id: projectId }, parent)).project);
  const [visits, assessment, photographs, documents, features, mentions, judged, search] = await Promise.all([
    project.listSiteVisits({ projectId }, parent),
    project.getAssessment({ projectId }, parent),
    document.listPhotographs({ projectId }, parent),
    document.listDocuments({ projectId, paging: ALL }, parent),
    feature.listFeatures({ projectId }, parent),
    feature.listMentions({ projectId }, parent),
    feature.listDeterminations({ projectId, status: 'active' }, parent),
    newestSearch(clients, projectId, parent),
  ]);
  const found = { documents: documents.documents, features: features.features, mentions: mentions.mentions, search };
  const [agents, covered, asked, searched, { questionnaire }, { report }, ofRecords] = await Promise.all([
    agentsAmong({ identity }, mentions.mentions, parent),
    coveredBy(clients, projectId, found, parent),
    project.listInterviews({ projectId }, parent),
    project.listLienSearches({ projectId }, parent),
    project.getQuestionnaire({ projectId }, parent),
    reports.getReport({ projectId }, parent),
    recordEvidence(clients, projectId, search, parent),
  ]);
  const determinations = new Map(judged.determinations.map((one) => [one.featureId, one]));
  const ofFeature = new Map<string, Mention[]>();
  for (const mention of mentions.mentions) {
    if (!mention.currentHistoryId) continue;
    const known = ofFeature.get(mention.featureOfInterestId);
    if (known) known.push(mention);
    else ofFeature.set(mention.featureOfInterestId, [mention]);
  }
  return {
    visits: visits.siteVisits.map(({ id, visitDate: day, accessGranted }) => ({ id, day, accessGranted })),
    photographs: photographs.photographs.map(({ id, fileName, caption, takenAt }) => ({
      ...{ id, fileName, caption },
      takenOn: takenAt.slice(0, 10),
    })),
    coverage: { cells: covered.cells, firstUse: covered.message.firstUse?.year },
    interviews: asked.interviews,
    userAnswers: required(questionnaire).answers.flatMap(({ answers }) => answers),
    lienSearches: searched.lienSearches.length,
    gaps: covered.message.gaps.map((gap) => ({ ...gap, label: gapTitle(gap) })),
    features: features.features.map(({ id, name, landUse, relation }) => ({
      ...{ id, name, landUse, distanceFt: relation?.distanceFt },
      mentions: (ofFeature.get(id) ?? []).map((mention) => ({
        recordId: mention.currentHistoryId,
        confidence: mention.currentConfidence ?? 0,
        hasSource: mention.sourceAnnotationId !== '' || mention.sourceRecord !== undefined,
        isByPerson: !agents.has(mention.currentAuthorId),
      })),
      determination: determinations.get(id),
    })),
    dates: problemsOf(required(assessment.assessment), today()),
    proposals: progress?.counts?.toReview ?? 0,
    professional: report?.professional?.name ?? '',
    records: ofRecords,
  } satisfies Evidence;
}

/** @throws AppError NOT_FOUND */
export const reviewListOf = async (clients: Needed, projectId: string, parent: CallParent) =>
  reviewList(await evidenceOf(clients, projectId, parent));

/** GET /api/public/projects/{id}/review-list. */
export const reviewLists = (clients: Needed): Route[] => [
  route(operations.getReviewList, async ({ params: { id } }, { parent }) => ({
    data: await reviewListOf(clients, id, parent),
  })),
];
