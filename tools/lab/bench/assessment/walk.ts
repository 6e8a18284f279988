import {
  decidePlaces,
  decideProposals,
  disposeOfRecords,
  readDocuments,
  splitPackage,
  takeRadiusReport,
} from './evidence.js';
import { coverage, determinations, gaps, statements, visit } from './judgement.js';
import { dates, professional, report, signature } from './report.js';
import type { Work } from './work.js';

/** From a vendor's package to an issued report, as a careful person does it. */
export async function walk(work: Work, pdf: Buffer): Promise<void> {
  const steps: readonly (readonly [name: string, act: () => Promise<void>])[] = [
    ['upload and split', () => splitPackage(work, pdf)],
    ['documents read', () => readDocuments(work)],
    ['proposals about one place decided', () => decidePlaces(work)],
    ['other proposals decided', () => decideProposals(work)],
    ['radius report taken', () => takeRadiusReport(work)],
    ['records disposed of', () => disposeOfRecords(work)],
    ['features determined', () => determinations(work)],
    ['coverage of sources', () => coverage(work)],
    ['gaps judged', () => gaps(work)],
    ['interviews, questionnaire, liens', () => statements(work)],
    ['site visit', () => visit(work)],
    ['dates', () => dates(work)],
    ['professional named', () => professional(work)],
    ['texts, version locked', () => report(work)],
    ['review, signature, issue', () => signature(work)],
  ];
  for (const [name, act] of steps) {
    work.log(name);
    await work.person.step(name, act);
  }
}
