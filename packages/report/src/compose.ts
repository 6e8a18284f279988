import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson, sha256Of } from './canonical.js';
import { composeContent } from './content/compose-content.js';
import type { Content } from './content/model.js';
import type { Printed, PrintedFigure, PrintedPhotograph, PrintedSitePlan } from './content/sources.js';
import { difference } from './difference.js';
import type { EvidencePhotograph } from './evidence.js';
import { fillTemplate } from './docx/fill-template.js';
import { writeDocx } from './docx/write-docx.js';
import { drawFigure, drawPhotograph } from './figures/draw.js';
import { drawSitePlan } from './figures/draw-site-plan.js';
import { figuresOf, SITE_PLAN_NUMBER, type FigureRequest } from './figures/plan.js';
import { sitePlanOf } from './figures/site-plan.js';
import type { Manifest, ManifestOfContents } from './manifest.js';
import type { ComposeOptions } from './options.js';
import { writePdf } from './pdf/write-pdf.js';
import { reviewedOnly } from './reviewed.js';
import { SIGNATURE_FILE, signManifest } from './signature.js';
import { withPrintableTexts } from './texts.js';
import { WRITERS } from './writers.js';

/**
 * Writes a folder with the evidence, figures, photographs, the report and the manifest. Equal evidence and pictures give
 * equal bytes, whatever the process, the folder and the time zone.
 * @throws a sentence if a picture is not the one that the evidence names, or the report cannot be written
 */
export async function composeReport(options: ComposeOptions): Promise<Manifest> {
  const { evidence, previous, out, signal, onProgress } = options;
  await rm(out, { recursive: true, force: true });
  for (const folder of ['figures', 'photographs']) await mkdir(path.join(out, folder), { recursive: true });
  const text = canonicalJson(evidence);
  await writeFile(path.join(out, 'evidence.json'), text);
  const printed: Printed = {
    sitePlan: await printSitePlan(options),
    figures: await drawFigures(options),
    photographs: await drawPhotographs(options),
  };
  const contents = contentsOf(options, text, printed);
  const content = composeContent({
    ...{ evidence, hash: contents.evidence_sha256, printed },
    ...(previous ? { changes: difference(reviewedOnly(previous), reviewedOnly(evidence)) } : {}),
  });
  const pdfs = await writePdf({
    ...{ content, folder: out, contents: canonicalJson(contents), signal },
    onVolume: (done, total) => onProgress?.({ step: 'pdf', done, total }),
  });
  const pictures = [printed.sitePlan ?? [], printed.figures, printed.photographs].flat().map(({ file }) => file);
  await writeWord(options, content, pictures);
  return writeManifest(options, contents, ['evidence.json', ...pdfs, 'report.docx', ...pictures]);
}

async function writeWord(
  { out, template, onProgress }: ComposeOptions,
  content: Content,
  pictures: string[],
): Promise<void> {
  const files = new Map(
    await Promise.all(pictures.map(async (file) => [file, await readFile(path.join(out, file))] as const)),
  );
  const pictureOf = (file: string): Uint8Array => {
    const bytes = files.get(file);
    if (!bytes) throw new Error(`The picture ${file} was not drawn.`);
    return bytes;
  };
  const docx = await (template ? fillTemplate(template, content, pictureOf) : writeDocx(content, pictureOf));
  await writeFile(path.join(out, 'report.docx'), docx);
  onProgress?.({ step: 'docx', done: 1, total: 1 });
}

async function writeManifest(
  { out, signingKey, onProgress }: ComposeOptions,
  contents: ManifestOfContents,
  paths: string[],
): Promise<Manifest> {
  const files = await Promise.all(
    paths.map(async (file) => {
      const bytes = await readFile(path.join(out, file));
      return { path: file, bytes: bytes.length, sha256: sha256Of(bytes) };
    }),
  );
  const manifest: Manifest = { ...contents, files };
  const text = canonicalJson(manifest);
  await writeFile(path.join(out, 'manifest.json'), text);
  if (signingKey) await writeFile(path.join(out, SIGNATURE_FILE), canonicalJson(signManifest(text, signingKey)));
  onProgress?.({ step: 'manifest', done: 1, total: 1 });
  return manifest;
}

async function printSitePlan({ evidence, out }: ComposeOptions): Promise<PrintedSitePlan | undefined> {
  const plan = sitePlanOf(withPrintableTexts(evidence));
  if (!plan) return undefined;
  const { jpeg, ...size } = await drawSitePlan(plan);
  const file = fileOf('figures', 'figure', SITE_PLAN_NUMBER);
  await writeFile(path.join(out, file), jpeg);
  return { number: SITE_PLAN_NUMBER, file, sha256: sha256Of(jpeg), ...size, plan };
}

async function drawFigures({ evidence, pictures, out, signal, onProgress }: ComposeOptions): Promise<PrintedFigure[]> {
  const annotations = new Map(evidence.annotations.map((one) => [one.id, one]));
  const pages = new Map(evidence.pages.map((one) => [one.id, one]));
  const requests = figuresOf(evidence);
  const figures: PrintedFigure[] = [];
  const draw = async (request: FigureRequest): Promise<PrintedFigure> => {
    const [annotation, page] = [annotations.get(request.annotation_id), pages.get(request.page_id)];
    if (!annotation || !page) throw new Error(`The evidence lacks the mark of figure ${request.number}.`);
    const { plan, jpeg, cropSha256, dpi } = await drawFigure(request, await pictures.crop(request), {
      ...{ shape: annotation.shape, page },
    });
    const file = fileOf('figures', 'figure', request.number);
    await writeFile(path.join(out, file), jpeg);
    return {
      ...{ number: plan.number, file, annotation_id: plan.annotation_id, page_id: plan.page_id },
      ...{ reviewed: plan.reviewed, region: plan.region, scale: plan.scale, print_dpi: Math.round(dpi) },
      ...{ scan_dpi: page.dpi, crop_sha256: cropSha256, sha256: sha256Of(jpeg) },
      ...{ width_in: plan.width_in, height_in: plan.height_in },
    };
  };
  // one after the other: each holds its pixels
  for (const request of requests) {
    signal?.throwIfAborted();
    figures.push(await draw(request));
    onProgress?.({ step: 'figures', done: figures.length, total: requests.length });
  }
  return figures;
}

async function drawPhotographs(options: ComposeOptions): Promise<PrintedPhotograph[]> {
  const { evidence, pictures, out, signal, onProgress } = options;
  const { photographs } = evidence;
  const draw = async (photograph: EvidencePhotograph, number: number): Promise<PrintedPhotograph> => {
    const stored = await pictures.photograph(photograph.id);
    if (sha256Of(stored) !== photograph.sha256)
      throw new Error(`Photograph ${number} is not the file that the evidence names.`);
    const drawn = await drawPhotograph(stored);
    const file = fileOf('photographs', 'photograph', number);
    await writeFile(path.join(out, file), drawn.jpeg);
    return {
      ...{ number, file, photograph_id: photograph.id, stored_sha256: photograph.sha256 },
      ...{ sha256: sha256Of(drawn.jpeg), width_in: drawn.width_in, height_in: drawn.height_in },
    };
  };
  const printed: PrintedPhotograph[] = [];
  for (const photograph of photographs) {
    signal?.throwIfAborted();
    printed.push(await draw(photograph, printed.length + 1));
    onProgress?.({ step: 'photographs', done: printed.length, total: photographs.length });
  }
  return printed;
}

const fileOf = (folder: string, kind: string, number: number): string =>
  `${folder}/${kind}-${String(number).padStart(3, '0')}.jpg`;

function contentsOf({ evidence, template }: ComposeOptions, text: string, printed: Printed): ManifestOfContents {
  const { project, version, documents } = evidence;
  const { sitePlan } = printed;
  return {
    format: 1,
    project: { id: project.id, number: project.number },
    version: { id: version.id, number: version.number, locked_at: version.locked_at },
    evidence_sha256: sha256Of(text),
    writers: WRITERS,
    ...(sitePlan && { site_plan: { number: sitePlan.number, file: sitePlan.file, sha256: sitePlan.sha256 } }),
    figures: printed.figures.map(withoutSize),
    photographs: printed.photographs.map(withoutSize),
    sources: documents.map(({ id, sha256, bytes }) => ({ document_id: id, sha256, bytes })),
    ...(template ? { template_sha256: sha256Of(template) } : {}),
  };
}

const withoutSize = <Picture extends { width_in: number; height_in: number }>({
  width_in: _,
  height_in: __,
  ...rest
}: Picture): Omit<Picture, 'width_in' | 'height_in'> => rest;
