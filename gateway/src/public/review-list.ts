import { reviewLists as operations } from '@symbio/api';
import type { Document } from '@symbio/proto/document';
import type { Determination, Mention } from '@symbio/proto/feature';
import { gapTitle, SECTION_LABELS } from '@symbio/proto/labels';
import { isChecklistItem } from '@symbio/proto/project/vocabulary';
import type { RecordHit, RecordSearch } from '@symbio/proto/records';
import type { Report } from '@symbio/proto/reports';
import { isSectionKey, type SectionKey } from '@symbio/proto/reports/vocabulary';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { allDocuments } from '../present/all-documents.js';
import { problemsOf, today } from '../present/assessments.js';
import { coveredBy, newestSearch, readMarks, type CoverageClients, type Marks } from '../present/covered.js';
import { required } from '../present/json.js';
import type { Evidence, HeldMention, ReportText } from '../review-list/evidence.js';
import type { RecordEvidence } from '../review-list/record-evidence.js';
import { reviewList } from '../review-list/rules.js';
import { labelOf, pagesOpenedBy } from '../review-list/unopened-pages.js';

export type Needed = Pick<Clients, 'identity' | 'reports'> & CoverageClients;

/** Names of hits, with the list of those that share a name: a site is often in several lists. */
function namesApart(hits: readonly RecordHit[], { counts }: RecordSearch): (hit: RecordHit) => string {
  const times = new Map<string, number>();
  for (const { name } of hits) times.set(name, (times.get(name) ?? 0) + 1);
  const titles = new Map(counts.map(({ list, title }) => [list, title]));
  return ({ name, list }) => ((times.get(name) ?? 0) > 1 ? `${name} (${titles.get(list) ?? list})` : name);
}

async function recordEvidence(
  { records }: Pick<Needed, 'records'>,
  projectId: string,
  search: RecordSearch | undefined,
  parent: CallParent,
) {
  if (!search) return undefined;
  const [{ hits }, { distances, confirmation }, { requests }] = await Promise.all([
    records.listHits({ projectId }, parent),
    records.getSearchDistances({ projectId }, parent),
    records.listAgencyRequests({ projectId }, parent),
  ]);
  const requested = new Set(requests.flatMap(({ fields }) => fields?.hitIds ?? []));
  const nameOf = namesApart(hits, search);
  return {
    hits: hits.map((hit) => {
      const { id, list, certainty, onProperty, suggestsAdjoining, adjoining, disposition } = hit;
      return {
        ...{ id, list, certainty, onProperty, isAdjoining: adjoining?.isAdjoining ?? suggestsAdjoining },
        ...{ name: nameOf(hit), isRequested: requested.has(id) },
        disposition: disposition && {
          ...{ kind: disposition.kind, codes: disposition.reasonCodes, text: disposition.text },
          changes: disposition.changes,
        },
      };
    }),
    lists: search.counts,
    distances,
    isConfirmed: confirmation?.isOutdated === false,
    data: search.data,
    today: today(),
  } satisfies RecordEvidence;
}

/** Those of the given authors that are agents. */
async function agentsAmong(
  { identity }: Pick<Needed, 'identity'>,
  authorIds: readonly string[],
  parent: CallParent,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(authorIds.filter(Boolean))];
  const { authors } = ids.length > 0 ? await identity.getAuthors({ ids }, parent) : { authors: [] };
  return new Set(authors.filter(({ authorType }) => authorType === 'ai_agent').map(({ id }) => id));
}

const textsOf = (report: Report | undefined): ReportText[] =>
  (report?.sections ?? [])
    .filter(({ key }) => isSectionKey(key) && key !== 'remarks')
    .map(({ key, text }) => ({ key, label: SECTION_LABELS[key as SectionKey], text }));

function sheetsOf({ documents, mentions, marks }: { documents: Document[]; mentions: Mention[]; marks: Marks }) {
  const annotations = new Map(marks.annotations.map((one) => [one.id, one]));
  const years = new Map(documents.map(({ id, facts }) => [id, facts?.years ?? []]));
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  const sheetOf = ({ sourceAnnotationId }: Mention): HeldMention['sheet'] => {
    const mark = annotations.get(sourceAnnotationId);
    if (!mark) return undefined;
    const { documentId, documentPageId: id, id: annotationId } = mark;
    const page = marks.pages.get(id);
    const ofDocument = years.get(documentId) ?? [];
    // a document of one year dates all its sheets
    const year = page?.metadata?.year ?? (ofDocument.length === 1 ? ofDocument[0] : undefined);
    const label = labelOf(titles.get(documentId), page?.pageNumber);
    return { year, dpi: page?.dpi ?? 0, page: { id, documentId, annotationId, label, number: page?.pageNumber ?? 0 } };
  };
  const citedDocuments = new Set(
    mentions.flatMap(({ sourceAnnotationId }) => annotations.get(sourceAnnotationId)?.documentId ?? []),
  );
  return { sheetOf, citedDocuments };
}

/** Reads earlier records only if a determination cites some, as its mention was edited since. */
async function recordIdsOf(
  { feature }: Pick<Needed, 'feature'>,
  projectId: string,
  { mentions, determinations }: { mentions: readonly Mention[]; determinations: readonly Determination[] },
  parent: CallParent,
): Promise<(mention: Mention) => string[]> {
  const holding = new Set(mentions.map(({ currentHistoryId }) => currentHistoryId));
  const cited = new Set(determinations.flatMap(({ evidence }) => evidence).filter((id) => !holding.has(id)));
  const { records } = cited.size > 0 ? await feature.listMentionHistory({ projectId }, parent) : { records: [] };
  const earlier = records.filter(({ id }) => cited.has(id));
  return ({ id, currentHistoryId }) => [
    currentHistoryId,
    ...earlier.filter(({ mentionId }) => mentionId === id).map((record) => record.id),
  ];
}

async function evidenceOf(clients: Needed, projectId: string, parent: CallParent) {
  const { project, document, feature, identity, reports } = clients;
  // refuses a caller without access before anything else is read
  const about = required((await project.getProject({ id: projectId }, parent)).project);
  const [visits, assessment, photographs, documents, features, mentions, judged, search] = await Promise.all([
    project.listSiteVisits({ projectId }, parent),
    project.getAssessment({ projectId }, parent),
    document.listPhotographs({ projectId }, parent),
    allDocuments({ document }, projectId, parent),
    feature.listFeatures({ projectId }, parent),
    feature.listMentions({ projectId }, parent),
    feature.listDeterminations({ projectId, status: 'active' }, parent),
    newestSearch(clients, projectId, parent),
  ]);
  const read = { documents, features: features.features, mentions: mentions.mentions, search };
  const ofFeatures = mentions.mentions.filter(({ featureOfInterestId }) => featureOfInterestId !== '');
  const marks = await readMarks(clients, projectId, { ...read, mentions: ofFeatures }, parent);
  const found = { ...read, marks };
  const authorIds = [
    ...mentions.mentions.map(({ currentAuthorId }) => currentAuthorId),
    ...judged.determinations.map(({ authorId }) => authorId),
  ];
  const [agents, covered, asked, searched, { questionnaire }, { report }, ofRecords, recordIds] = await Promise.all([
    agentsAmong({ identity }, authorIds, parent),
    coveredBy(clients, projectId, found, parent),
    project.listInterviews({ projectId }, parent),
    project.listLienSearches({ projectId }, parent),
    project.getQuestionnaire({ projectId }, parent),
    reports.getReport({ projectId }, parent),
    recordEvidence(clients, projectId, search, parent),
    recordIdsOf(clients, projectId, { ...read, determinations: judged.determinations }, parent),
  ]);
  const professional = report?.professional;
  const openedPages = professional?.id ? await pagesOpenedBy(clients, projectId, professional.id, parent) : undefined;
  const determinations = new Map(judged.determinations.map((one) => [one.featureId, one]));
  const determinationOf = (featureId: string) => {
    const found = determinations.get(featureId);
    return found && { ...found, isByPerson: !agents.has(found.authorId) };
  };
  const { sheetOf, citedDocuments } = sheetsOf(found);
  const ofFeature = new Map<string, Mention[]>();
  for (const mention of mentions.mentions) {
    if (!mention.currentHistoryId) continue;
    const known = ofFeature.get(mention.featureOfInterestId);
    if (known) known.push(mention);
    else ofFeature.set(mention.featureOfInterestId, [mention]);
  }
  return {
    visits: visits.siteVisits.map(({ id, visitDate: day, accessGranted, checklist }) => ({
      ...{ id, day, accessGranted },
      notSeen: checklist.flatMap(({ item, answer }) => (answer === 'not_seen' && isChecklistItem(item) ? [item] : [])),
    })),
    photographs: photographs.photographs.map((one) => ({
      ...{ id: one.id, fileName: one.fileName, caption: one.caption, takenOn: one.takenAt.slice(0, 10) },
      hasPlace: one.longitude !== undefined || one.heading !== undefined || one.viewDirection !== '',
    })),
    property: {
      ...{ address: about.propertyAddress, city: about.propertyCity, client: about.clientCompany },
      hasBoundary: about.boundary !== undefined,
    },
    texts: textsOf(report),
    documents: documents.map(({ id, title, category }) => ({
      ...{ id, title, category, isCited: citedDocuments.has(id) },
    })),
    coverage: { cells: covered.cells, firstUse: covered.message.firstUse?.year },
    interviews: asked.interviews,
    userAnswers: required(questionnaire).answers.flatMap(({ answers }) => answers),
    lienSearches: searched.lienSearches.length,
    gaps: covered.message.gaps.map((gap) => ({ ...gap, label: gapTitle(gap) })),
    features: features.features.map(({ id, name, landUse, relation }) => ({
      ...{ id, name, landUse, distanceFt: relation?.distanceFt },
      mentions: (ofFeature.get(id) ?? []).map((mention) => ({
        recordIds: recordIds(mention),
        confidence: mention.currentConfidence ?? 0,
        useType: mention.currentUseType,
        sheet: sheetOf(mention),
        hasSource: mention.sourceAnnotationId !== '' || mention.sourceRecord !== undefined,
        isByPerson: !agents.has(mention.currentAuthorId),
      })),
      determination: determinationOf(id),
    })),
    dates: problemsOf(required(assessment.assessment), today()),
    proposals: about.progress?.counts?.toReview ?? 0,
    professional: professional?.name ?? '',
    openedPages,
    licenceExpiresOn: professional?.expiresOn ?? '',
    ...{ deliveryDate: report?.deliveryDate ?? '', relianceLetterDate: report?.relianceLetterDate ?? '' },
    insuranceExpiresOn: report?.insuranceExpiresOn ?? '',
    today: today(),
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
