/** Evidence of a version, in the form that the report's writer reads. */
import { clockOf, USER_QUESTIONNAIRE } from '@symbio/assessment';
import {
  DECLARATION,
  INTERVIEW_METHOD_LABELS,
  INTERVIEW_ROLE_LABELS,
  LIEN_SEARCH_ORDERER_LABELS,
  LIEN_SEARCH_RESULT_LABELS,
  QUALIFICATION_PATH_LABELS,
  USER_ANSWER_METHOD_LABELS,
  USER_REPLY_LABELS,
} from '@symbio/proto/labels';
import type { QualificationPath } from '@symbio/proto/identity/vocabulary';
import {
  COMPONENT_DATE_SOURCES,
  isComponentKind,
  isInterviewMethod,
  isInterviewRole,
  isLienSearchOrderer,
  isLienSearchResult,
  isUserAnswerMethod,
  isUserReply,
  type ComponentDateSource,
} from '@symbio/proto/project/vocabulary';
import {
  SECTION_KEYS,
  type Evidence,
  type EvidenceAssessment,
  type EvidenceDeclaration,
  type EvidenceInterview,
  type EvidenceLienSearch,
  type EvidenceUserAnswers,
  type EvidenceDocument,
  type EvidencePhotograph,
  type EvidenceAgencyRequest,
  type EvidenceSection,
  type EvidenceVersion,
} from '@symbio/report';
import type { ReportRow, StoredProfessional } from '../model.js';
import { boundaryOf } from './boundary.js';
import { coverageOf, gapsOf } from './covered.js';
import { marksOf, yearOf } from './marks.js';
import { pagesOf } from './pages.js';
import { recordsOf } from './records.js';
import type { Sources } from './sources.js';
import { dayOf, given, ordered, rounded } from './values.js';
import { visitsOf } from './visits.js';

const STANDARD = 'ASTM E1527-21; 40 CFR Part 312';

const dateSourceOf = (source: string): ComponentDateSource =>
  COMPONENT_DATE_SOURCES.find((one) => one === source) ?? 'typed';

function assessmentOf({ assessment }: Sources, lockedAt: Date): EvidenceAssessment {
  const acquisitionDate = given(assessment.acquisitionDate);
  const components = assessment.components.flatMap(({ kind, date, source, note }) =>
    isComponentKind(kind) ? { kind, date: given(date), source, note: given(note) } : [],
  );
  const { expiresOn } = clockOf(
    components.map(({ kind, date, source }) => ({
      ...{ kind, date, source: dateSourceOf(source), typed: undefined },
    })),
    { acquisitionDate, today: dayOf(lockedAt) },
  );
  return {
    standard: STANDARD,
    reliance: [],
    ...(acquisitionDate && { acquisition_date: acquisitionDate }),
    ...(expiresOn && { expires_on: expiresOn }),
    components: components.map(({ kind, date, source, note }) => ({
      kind,
      ...(date && { date, date_source: dateSourceOf(source) }),
      ...(note && { note }),
    })),
  };
}

function documentsOf({ documents, categories, pages }: Sources): EvidenceDocument[] {
  const labels = new Map(categories.map(({ value, label }) => [value, label]));
  const yearsOf = new Map<string, number[]>();
  for (const page of pages) {
    const year = yearOf(page);
    if (year === undefined) continue;
    const known = yearsOf.get(page.documentId);
    if (known) known.push(year);
    else yearsOf.set(page.documentId, [year]);
  }
  return ordered(documents, ({ category, title }) => `${category}\n${title}`).map((document) => {
    const { firstYear = 0, lastYear = 0, provider } = document.facts ?? {};
    const years = yearsOf.get(document.id) ?? [firstYear, lastYear].filter((year) => year > 0);
    return {
      ...{ id: document.id, title: document.title, category: document.category },
      category_label: labels.get(document.category) ?? document.category,
      ...{ file_name: document.fileName, total_pages: document.totalPages, bytes: document.fileSize },
      sha256: document.sha256,
      ...(provider && { provider }),
      years: [...new Set(years)].sort((one, other) => one - other),
    };
  });
}

const photographsOf = ({ photographs, features }: Sources, hashes: ReadonlyMap<string, string>): EvidencePhotograph[] =>
  ordered(photographs, ({ takenAt, visitId }) => `${visitId}\n${takenAt}`).map((one) => ({
    ...{ id: one.id, visit_id: one.visitId, caption: one.caption, sha256: hashes.get(one.id) ?? '' },
    ...{ width: one.width, height: one.height },
    ...(one.takenAt && { taken_at: one.takenAt }),
    ...(one.viewDirection && { view_direction: one.viewDirection }),
    ...(one.heading !== undefined && { heading: rounded(one.heading) }),
    ...(one.longitude !== undefined && { longitude: rounded(one.longitude) }),
    ...(one.latitude !== undefined && { latitude: rounded(one.latitude) }),
    ...(features.some(({ id }) => id === one.featureId) && { feature_id: one.featureId }),
  }));

/** Sent ones. */
const requestsOf = ({ requests }: Sources): EvidenceAgencyRequest[] =>
  requests.flatMap(({ id, days, fields }) =>
    !fields || fields.sentOn === ''
      ? []
      : [
          {
            ...{ id, agency: fields.agencyName, subject: fields.subject, records: fields.hitIds.length },
            ...{ sent_on: fields.sentOn, days: days ?? 0 },
            ...(fields.answeredOn && { answered_on: fields.answeredOn }),
            ...(fields.outcome && { outcome: fields.outcome }),
          },
        ],
  );

const interviewsOf = ({ interviews }: Sources): EvidenceInterview[] =>
  interviews.map(({ id, role, person, date, method, answered, text }) => ({
    ...{ id, person, date, answered, text },
    role: isInterviewRole(role) ? INTERVIEW_ROLE_LABELS[role] : role,
    method: isInterviewMethod(method) ? INTERVIEW_METHOD_LABELS[method] : method,
  }));

const userAnswersOf = ({ userAnswers }: Sources): EvidenceUserAnswers[] =>
  userAnswers.map(({ id, name, date, method, byName, answers }) => ({
    ...{ id, name, date },
    method: isUserAnswerMethod(method) ? USER_ANSWER_METHOD_LABELS[method] : method,
    ...(byName && { recorded_by: byName }),
    answers: USER_QUESTIONNAIRE.flatMap(({ id: question, text: words, rule }) =>
      answers
        .filter((one) => one.question === question)
        .map(({ answer, text }) => ({
          ...{ question: words, rule, text },
          answer: isUserReply(answer) ? USER_REPLY_LABELS[answer] : answer,
        })),
    ),
  }));

const lienSearchesOf = ({ lienSearches, documents }: Sources): EvidenceLienSearch[] =>
  lienSearches.map(({ id, searchedBy, date, fromYear, toYear, orderedBy, result, text, documentId }) => ({
    ...{ id, searched_by: searchedBy, date, text },
    ...(fromYear > 0 && { from: fromYear }),
    ...(toYear > 0 && { to: toYear }),
    ordered_by: isLienSearchOrderer(orderedBy) ? LIEN_SEARCH_ORDERER_LABELS[orderedBy] : orderedBy,
    result: isLienSearchResult(result) ? LIEN_SEARCH_RESULT_LABELS[result] : result,
    // a deleted document is no source
    ...(documents.some((one) => one.id === documentId) && { document_id: documentId }),
  }));

const sectionsOf = (report: Pick<ReportRow, 'sections'> | undefined): EvidenceSection[] =>
  SECTION_KEYS.flatMap((key) => {
    const text = report?.sections.find((section) => section.key === key)?.text.trim();
    const paragraphs = text?.split(/\n\s*\n/).map((paragraph) => ({ text: paragraph.trim(), evidence_ids: [] }));
    return paragraphs ? { key, paragraphs } : [];
  });

export interface Locked {
  version: Omit<EvidenceVersion, 'locked_at'>;
  lockedAt: Date;
  report: Pick<ReportRow, 'sections' | 'professional'> | undefined;
  /** SHA-256 of each photograph's file. */
  hashes: ReadonlyMap<string, string>;
  /** Of the installation. */
  origin: string;
}

const declarationOf = (professional: StoredProfessional | undefined): EvidenceDeclaration => ({
  text: DECLARATION,
  ...(professional && {
    professional: {
      name: professional.name,
      qualification: QUALIFICATION_PATH_LABELS[professional.path as QualificationPath],
      ...(professional.licence && { licence: professional.licence }),
      ...(professional.licenceState && { state: professional.licenceState }),
      ...(professional.expiresOn && { expires_on: professional.expiresOn }),
    },
  }),
});

export function evidenceOf(sources: Sources, { version, lockedAt, report, hashes, origin }: Locked): Evidence {
  const { project } = sources;
  const pages = pagesOf(sources);
  const [boundary, records] = [boundaryOf(sources), recordsOf(sources)];
  const place = project.site ?? project.propertyLocation;
  return {
    format: 1,
    version: { ...version, locked_at: lockedAt.toISOString() },
    project: {
      ...{ id: project.id, number: project.number, title: project.title, address: project.propertyAddress },
      ...{ city: project.propertyCity, state: project.propertyState, zip: project.propertyZip },
      client_company: project.clientCompany,
      ...(project.clientContact && { client_contact: project.clientContact }),
      ...(place && { longitude: rounded(place.longitude), latitude: rounded(place.latitude) }),
      origin,
    },
    assessment: assessmentOf(sources, lockedAt),
    ...(boundary && { boundary }),
    documents: documentsOf(sources),
    pages,
    ...marksOf(sources, new Set(pages.map(({ id }) => id))),
    visits: visitsOf(sources, lockedAt),
    photographs: photographsOf(sources, hashes),
    ...(records && { records }),
    agency_requests: requestsOf(sources),
    interviews: interviewsOf(sources),
    user_answers: userAnswersOf(sources),
    lien_searches: lienSearchesOf(sources),
    coverage: coverageOf(sources, lockedAt),
    gaps: gapsOf(sources),
    conclusions: { text: report?.sections.find(({ key }) => key === 'conclusions')?.text.trim() ?? '' },
    sections: sectionsOf(report),
    declaration: declarationOf(report?.professional),
  };
}
