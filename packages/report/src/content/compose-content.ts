import type { Evidence } from '../evidence.js';
import type { Difference } from '../difference.js';
import { appendices } from './appendices.js';
import { executiveSummary, introduction } from './front.js';
import { conclusions, dataGaps, declaration, findings } from './judgement.js';
import type { Block, Chapter, Content } from './model.js';
import { historicalUse, recordsReview, siteReconnaissance } from './research.js';
import { prose } from './prose.js';
import { Sources, type Printed } from './sources.js';
import { timeText } from './words.js';

type Part = readonly [title: string, blocks: (sources: Sources) => Block[], startsPage?: 'new page'];

/** Of a report, in order. */
const CHAPTERS: readonly Part[] = [
  ['Executive summary', executiveSummary, 'new page'],
  ['Introduction', introduction, 'new page'],
  ['User-provided information', (sources) => prose(sources, 'user_information')],
  ['The property', (sources) => prose(sources, 'site_description')],
  ['Adjoining properties', (sources) => prose(sources, 'adjoining_properties')],
  ['Physical setting', (sources) => prose(sources, 'physical_setting')],
  ['Records review', recordsReview],
  ['Historical use', historicalUse],
  ['Site reconnaissance', siteReconnaissance],
  ['Interviews', (sources) => prose(sources, 'interviews')],
  ['Findings and opinions', findings, 'new page'],
  ['Data gaps', dataGaps],
  ['Conclusions', conclusions],
  ['Declaration and qualifications', declaration, 'new page'],
];

export interface ContentInput {
  evidence: Evidence;
  /** Of its canonical JSON. */
  hash: string;
  printed: Printed;
  /** Since the version that this one is based on. */
  changes?: Difference[];
}

/** The whole report from its evidence: the same input gives the same content. */
export function composeContent({ evidence, hash, printed, changes }: ContentInput): Content {
  const { project, version, assessment } = evidence;
  const sources = new Sources(evidence, printed);
  const address = `${project.address}, ${project.city}, ${project.state} ${project.zip}`;
  const chapters = CHAPTERS.map(([title, blocks, startsPage], at): Chapter => ({
    title: `${at + 1}  ${title}`,
    blocks: blocks(sources),
    starts_page: startsPage !== undefined,
  }));
  return {
    title: 'Phase I Environmental Site Assessment',
    subtitle: project.title,
    facts: [
      { label: 'Property', text: [address] },
      { label: 'Prepared for', text: [project.client_company] },
      { label: 'Project', text: [project.number] },
      { label: 'Standard', text: [assessment.standard] },
      { label: 'Environmental professional', text: [evidence.declaration.professional?.name ?? 'Not stated'] },
      { label: 'Version', text: [`${version.number}, locked ${timeText(version.locked_at)} by ${version.locked_by}`] },
    ],
    header: { left: project.number, right: address },
    footer: `Version ${version.number}, locked ${timeText(version.locked_at)}, evidence ${hash.slice(0, 16)}`,
    author: evidence.declaration.professional?.name ?? version.locked_by,
    locked_at: version.locked_at,
    chapters: [...chapters, ...appendices(sources, changes)],
  };
}
