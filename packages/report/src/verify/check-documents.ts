import { strFromU8, unzipSync } from 'fflate';
import { sha256Of } from '../canonical.js';
import { UNREVIEWED_TITLE } from '../content/unreviewed-title.js';
import type { Evidence } from '../evidence.js';
import type { Manifest } from '../manifest.js';
import type { Finding } from '../options.js';
import { unescapeXml } from '../docx/package-file.js';
import { reviewedOnly } from '../reviewed.js';
import { textsOf } from '../texts.js';
import { isOn } from './is-on.js';
import { compact, readPdf, type PdfPage } from './read-pdf.js';

interface Document {
  name: string;
  /** Of each page, compact. */
  pages: string[];
  /** Hashes. */
  pictures: ReadonlySet<string>;
}

/**
 * Compares PDF and DOCX with the evidence: pictures, sentences, sources, links, and what no person reviewed.
 * @param read a file of the manifest
 */
export async function checkDocuments(
  read: (file: string) => Promise<Buffer>,
  manifest: Manifest,
  evidence: Evidence,
): Promise<Finding[]> {
  const names = manifest.files.map((file) => file.path);
  try {
    const pdfs = [];
    for (const name of names.filter((one) => one.endsWith('.pdf'))) pdfs.push(await read(name).then(readPdf));
    const pages = pdfs.flatMap((pdf) => pdf.pages);
    const pdf: Document = {
      name: 'PDF',
      pages: pages.map(({ text }) => text),
      pictures: new Set(pdfs.flatMap(({ pictures }) => [...pictures])),
    };
    const findings = [
      ...documentFindings(pdf, manifest, evidence),
      ...pageFindings(pages, manifest, evidence),
      ...restingOnUnreviewed(evidence),
    ];
    // a template of a firm chooses its chapters
    if (manifest.template_sha256 !== undefined) return findings;
    const docx = readDocx(await read('report.docx'));
    return [...findings, ...documentFindings(docx, manifest, evidence)];
  } catch (error) {
    return [
      { code: 'file_changed', message: `A document cannot be read: ${error instanceof Error ? error.message : ''}` },
    ];
  }
}

function readDocx(bytes: Uint8Array): Document {
  const files = Object.entries(unzipSync(bytes));
  const body = files.find(([name]) => name === 'word/document.xml')?.[1] ?? new Uint8Array();
  const media = files.filter(([name]) => name.startsWith('word/media/'));
  return {
    name: 'DOCX',
    pages: [compact(unescapeXml(strFromU8(body).replace(/<[^>]+>/g, '')))],
    pictures: new Set(media.map(([, file]) => sha256Of(file))),
  };
}

function documentFindings({ name, pages, pictures }: Document, manifest: Manifest, evidence: Evidence): Finding[] {
  const { site_plan: plan } = manifest;
  const wanted = new Map([
    ...(plan ? [[plan.sha256, `Figure ${plan.number}`] as const] : []),
    ...manifest.figures.map(({ sha256, number }) => [sha256, `Figure ${number}`] as const),
    ...manifest.photographs.map(({ sha256, number }) => [sha256, `Photograph ${number}`] as const),
  ]);
  const missing = [...wanted].filter(([hash]) => !pictures.has(hash));
  const unknown = [...pictures].filter((hash) => !wanted.has(hash));
  const sentences = sentencesOf(evidence).filter((sentence) => !isOn(pages, compact(sentence)));
  const sources = evidence.documents.filter(({ sha256 }) => !pages.some((text) => text.includes(sha256)));
  return [
    ...missing.map(([, label]): Finding => ({ code: 'picture_missing', message: `${label} is not in the ${name}.` })),
    ...unknown.map((hash): Finding => ({
      ...{ code: 'picture_unknown', message: `The ${name} has a picture that is not in the manifest: ${hash}.` },
    })),
    ...sentences.map((sentence): Finding => ({
      ...{ code: 'sentence_missing', message: `The ${name} lacks: ${sentence}` },
    })),
    ...sources.map(({ title }): Finding => ({
      ...{ code: 'source_missing', message: `The ${name} lacks the hash of ${title}.` },
    })),
  ];
}

/** Texts of people and programs that both documents print. */
function sentencesOf(evidence: Evidence): string[] {
  return [
    ...evidence.mentions.map(({ narrative }) => narrative),
    ...evidence.features.flatMap(({ name, determination }) => [name, determination?.reason ?? '']),
    ...evidence.gaps.flatMap(({ title, tried, reason, effect }) => [title, tried, reason, effect]),
    ...evidence.visits.flatMap(({ findings, access_notes: notes }) => [findings, notes]),
    ...evidence.photographs.map(({ caption }) => caption),
    ...evidence.sections.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)),
    ...(evidence.records?.hits ?? []).map(({ disposition }) => disposition?.reason ?? ''),
    ...[evidence.conclusions.text, evidence.declaration.text],
  ].filter((sentence) => sentence.trim() !== '');
}

function pageFindings(pages: readonly PdfPage[], manifest: Manifest, evidence: Evidence): Finding[] {
  const version = compact(`Version ${manifest.version.number},`);
  const evidenceMark = manifest.evidence_sha256.slice(0, 16);
  const unmarked = pages.findIndex(({ text }) => !text.includes(version) || !text.includes(evidenceMark));
  const links = pages.flatMap((page) => page.links);
  const unlinked = manifest.figures.filter(
    ({ annotation_id: id }) =>
      !links.some((link) => link.startsWith(evidence.project.origin) && link.endsWith(`annotation=${id}`)),
  );
  return [
    ...(unmarked < 0
      ? []
      : [
          {
            code: 'version_missing' as const,
            message: `Page ${unmarked + 1} of the PDF does not name the version and its evidence.`,
          },
        ]),
    ...unlinked.map(({ number }): Finding => ({
      ...{ code: 'link_missing', message: `Figure ${number} has no link to its mark.` },
    })),
    ...shownTooEarly(pages, manifest, evidence),
  ];
}

/** Marks and mentions without review, before the appendix that alone may show them. */
function shownTooEarly(pages: readonly PdfPage[], manifest: Manifest, evidence: Evidence): Finding[] {
  const title = compact(UNREVIEWED_TITLE);
  // the first occurrence is in the contents
  const appendix = pages.findLastIndex(({ text }) => text.includes(title));
  const before = appendix < 0 ? pages : pages.slice(0, appendix);
  const text = before.map((page) => page.text).join('');
  const pictures = new Set(before.flatMap((page) => page.pictures));
  const explained = textsOf(reviewedOnly(evidence)).map(compact);
  const mentions = evidence.mentions.filter(({ reviewed: isReviewed, narrative }) => {
    const words = compact(narrative);
    return !isReviewed && text.includes(words) && !explained.some((one) => one.includes(words));
  });
  const unreviewed = new Set(evidence.annotations.filter((one) => !one.reviewed).map(({ id }) => id));
  const figures = manifest.figures.filter(
    ({ annotation_id: id, sha256 }) => unreviewed.has(id) && pictures.has(sha256),
  );
  return [
    ...figures.map(({ number }): Finding => ({
      ...{
        code: 'unreviewed_shown',
        message: `Figure ${number} shows a mark that no person reviewed, outside of its appendix.`,
      },
    })),
    ...mentions.map(({ narrative }): Finding => ({
      ...{
        code: 'unreviewed_shown',
        message: `A mention that no person reviewed is outside of its appendix: ${narrative}`,
      },
    })),
  ];
}

function restingOnUnreviewed({ features, mentions }: Evidence): Finding[] {
  const unreviewed = new Set(
    mentions.filter(({ reviewed }) => !reviewed).flatMap(({ id, history_id: record }) => [id, record]),
  );
  return features
    .filter(({ determination }) => determination?.evidence_ids.some((id) => unreviewed.has(id)) ?? false)
    .map(({ name }): Finding => ({
      ...{
        code: 'unreviewed_shown',
        message: `The determination of ${name} rests on a mention that no person reviewed.`,
      },
    }));
}
