import type { Evidence, SectionKey } from '../evidence.js';
import type { Difference } from '../difference.js';
import { acronyms } from './acronyms.js';
import { appendices } from './appendices.js';
import { executiveSummary, introduction } from './front.js';
import { conclusions, dataGaps, declaration, findings } from './judgement.js';
import type { Block, Chapter, ChapterKey, Content } from './model.js';
import { historicalUse, interviews, recordsReview, siteReconnaissance } from './research.js';
import { prose } from './prose.js';
import { siteDescription } from './site-plan.js';
import { userInformation } from './user.js';
import { Sources, type Printed } from './sources.js';
import { withPrintableTexts } from '../texts.js';
import { timeText } from './words.js';

interface Part {
  key: ChapterKey;
  title: string;
  blocks: (sources: Sources) => Block[];
  startsPage?: boolean;
}

/** A chapter that has nothing but prose of its key. */
const proseOnly = (key: ChapterKey & SectionKey, title: string): Part => ({
  ...{ key, title },
  blocks: (sources) => prose(sources, key),
});

/** Of a report, in order. */
const CHAPTERS: readonly Part[] = [
  { key: 'executive_summary', title: 'Executive summary', blocks: executiveSummary, startsPage: true },
  { key: 'introduction', title: 'Introduction', blocks: introduction, startsPage: true },
  { key: 'user_information', title: 'User-provided information', blocks: userInformation },
  { key: 'site_description', title: 'The property', blocks: siteDescription },
  proseOnly('adjoining_properties', 'Adjoining properties'),
  proseOnly('physical_setting', 'Physical setting'),
  { key: 'records_review', title: 'Records review', blocks: recordsReview },
  { key: 'historical_use', title: 'Historical use', blocks: historicalUse },
  { key: 'site_reconnaissance', title: 'Site reconnaissance', blocks: siteReconnaissance },
  { key: 'interviews', title: 'Interviews', blocks: interviews },
  { key: 'findings', title: 'Findings and opinions', blocks: findings, startsPage: true },
  { key: 'data_gaps', title: 'Data gaps', blocks: dataGaps },
  { key: 'conclusions', title: 'Conclusions', blocks: conclusions },
  { key: 'declaration', title: 'Declaration and qualifications', blocks: declaration, startsPage: true },
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
export function composeContent({ evidence: locked, hash, printed, changes }: ContentInput): Content {
  const evidence = withPrintableTexts(locked);
  const { project, version, assessment } = evidence;
  const sources = new Sources(evidence, printed);
  const address = `${project.address}, ${project.city}, ${project.state} ${project.zip}`;
  const written = CHAPTERS.map(({ key, title, blocks, startsPage = false }, at): Chapter => ({
    key,
    title: `${at + 1}  ${title}`,
    blocks: blocks(sources),
    starts_page: startsPage,
  }));
  const appended = appendices(sources, changes && withPrintableTexts(changes));
  const explained = acronyms([...written, ...appended]);
  const chapters = written.map((chapter) =>
    chapter.key === 'introduction' ? { ...chapter, blocks: [...chapter.blocks, ...explained] } : chapter,
  );
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
    chapters: [...chapters, ...appended],
  };
}
