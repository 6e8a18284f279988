import { setTimeout as sleep } from 'node:timers/promises';
import type { Annotation, Document, Feature, Listed, Mention, One, Page, Project } from './answers.js';
import type { ApiClient } from './api-client.js';
import { MAPS, MAP_ORIGIN, MAP_SEED, MARKS, SCANNED, SCANNED_SHEETS, type DemoMark } from './content.js';
import { makeMapSet, SURVEY_YEARS, type MapSet } from './map-set.js';
import { findDocument, uploadDocument } from './seed-documents.js';
import { drawSheet, type SheetDrawing, type SheetLabel } from './sheet.js';
import { SHEET_WIDTH, UNITS_PER_FOOT } from './town.js';

const MAP_WIDTH = 3200;
/** Share of it that the scanned sheets are wide: reading one takes half a minute then. */
const SCANNED_WIDTH = 0.75;
const POLL_MS = 500;
/** Longest time the pages of a demonstration document may take on a slow machine, milliseconds. */
const PROCESSING_MS = 300_000;
const FEET_PER_DEGREE = 364_567;

/** The map set of the demonstration as a file, and the drawing of its sheets, which takes a tenth of the time. */
export interface DemoMaps {
  file(): Promise<MapSet>;
  sheets(): readonly SheetDrawing[];
  /** The volume without text. */
  scanned(): Promise<MapSet>;
}

/** @param width pixels across a sheet */
export const demoMaps = (width: number): DemoMaps => ({
  file: () => makeMapSet({ seed: MAP_SEED, width }),
  sheets: () => SURVEY_YEARS.map((year) => drawSheet({ seed: MAP_SEED, year, width })),
  scanned: () => makeMapSet({ ...SCANNED_SHEETS, hasText: false, width: Math.round(width * SCANNED_WIDTH) }),
});

export interface MapSeedOptions {
  /** The map set; 3200 pixels wide by default. */
  maps?: DemoMaps;
  /** Milliseconds between two looks at a document that is being processed. */
  pollMs?: number;
  signal?: AbortSignal;
}

/** The project that the maps belong to: its map set, and what people marked on it. */
export class MapSeed {
  constructor(
    private readonly admin: ApiClient,
    private readonly options: MapSeedOptions,
    private readonly log: (line: string) => void,
  ) {}

  /**
   * Uploads the map set, has it processed and marks what a person would mark on its sheets. What an agent proposes there
   * is the product's own work: spotting reads the lettering as soon as the pages are analysed.
   */
  async run(project: Project): Promise<void> {
    const { admin } = this;
    const maps = this.options.maps ?? demoMaps(MAP_WIDTH);
    let document = await findDocument(admin, project, MAPS);
    let sheets: readonly SheetDrawing[];
    if (document) {
      sheets = maps.sheets();
    } else {
      this.log(`${project.number} drawing ${SURVEY_YEARS.length} map sheets`);
      const set = await maps.file();
      ({ sheets } = set);
      document = await uploadDocument(admin, project, MAPS, set.pdf, this.log);
    }
    await this.process(project, document);
    const { data: pages } = await admin.get<Listed<Page>>(`/api/documents/${document.id}/pages`);
    await this.marks(project, document, pages, sheets);
    await this.scanned(project, maps);
  }

  /** The scanned volume: it is read and spotted in the background. */
  private async scanned(project: Project, maps: DemoMaps): Promise<void> {
    const { admin } = this;
    const document =
      (await findDocument(admin, project, SCANNED)) ??
      (await uploadDocument(admin, project, SCANNED, (await maps.scanned()).pdf, this.log));
    if (document.processing_status === 'uploaded')
      await admin.post('/api/document-processor', { documentId: document.id, projectId: project.id });
  }

  private async process(project: Project, document: Document): Promise<void> {
    const { admin } = this;
    const done = (status: string): boolean => status === 'pages_ready' || status === 'analysis_complete';
    let { processing_status: status } = document;
    if (done(status)) return;
    if (status !== 'queued' && status !== 'processing')
      await admin.post('/api/document-processor', { documentId: document.id, projectId: project.id });
    const end = Date.now() + PROCESSING_MS;
    for (;;) {
      const { data } = await admin.get<One<Document & { processing_error?: string | null }>>(
        `/api/documents/${document.id}`,
      );
      status = data.processing_status;
      if (done(status)) break;
      if (status === 'failed')
        throw new Error(`${MAPS.fileName} could not be processed: ${data.processing_error ?? ''}`);
      if (Date.now() > end) throw new Error(`${MAPS.fileName} is still ${status} after ${PROCESSING_MS / 1000} s`);
      await sleep(this.options.pollMs ?? POLL_MS, undefined, { signal: this.options.signal });
    }
    this.log(`${project.number} map sheets are ready`);
  }

  private async marks(
    project: Project,
    document: Document,
    pages: readonly Page[],
    sheets: readonly SheetDrawing[],
  ): Promise<void> {
    const { admin } = this;
    const annotations = await admin.get<Listed<Annotation>>('/api/public/annotations', { document_id: document.id });
    const features = await admin.get<Listed<Feature>>('/api/public/features', { project_id: project.id });
    const mentions = await admin.get<Listed<Mention>>('/api/public/mentions', { project_id: project.id });
    const byName = new Map(features.data.map((feature) => [feature.name, feature]));
    for (const mark of MARKS) {
      const place = SURVEY_YEARS.findIndex((year) => year === mark.year);
      const sheet = sheets[place];
      const page = pages.find((each) => each.page_number === place + 1);
      const label = sheet?.labels.find((each) => each.text === mark.label);
      if (!sheet || !page || !label) throw new Error(`The sheet of ${mark.year} has no ${mark.label}`);
      const known = annotations.data.find((each) => each.document_page_id === page.id && each.content === mark.content);
      const annotation = known ?? (await this.annotate(document, page, sheet, label, mark.content));
      let feature = byName.get(mark.feature);
      if (!feature) {
        feature = await this.feature(project, sheet, label, mark.feature);
        byName.set(mark.feature, feature);
      }
      const mention = mentions.data.find((each) => each.source_annotation_id === annotation.id);
      await this.mention(project, mark, annotation, feature, mention);
    }
  }

  private async annotate(
    document: Document,
    page: Page,
    sheet: SheetDrawing,
    label: SheetLabel,
    content: string,
  ): Promise<Annotation> {
    const scale = page.width / sheet.width;
    const { data } = await this.admin.post<One<Annotation>>('/api/public/annotations', {
      document_page_id: page.id,
      document_id: document.id,
      annotation_type: 'ellipse',
      coordinates: {
        centerX: label.cx * scale,
        centerY: label.cy * scale,
        radiusX: label.rx * scale,
        radiusY: label.ry * scale,
        theta: 0,
      },
      content,
    });
    return data;
  }

  private async feature(project: Project, sheet: SheetDrawing, label: SheetLabel, name: string): Promise<Feature> {
    const { longitude, latitude } = coordinateOf(sheet, label);
    const { data } = await this.admin.post<One<Feature>>('/api/public/features', {
      project_id: project.id,
      name,
      land_use: [label.landUse],
      coordinate: `(${longitude.toFixed(6)},${latitude.toFixed(6)})`,
    });
    this.log(`${project.number} feature of interest: ${name}`);
    return data;
  }

  /** A mention and its revisions: the history shows how far an earlier run got. */
  private async mention(
    project: Project,
    mark: DemoMark,
    annotation: Annotation,
    feature: Feature,
    known: Mention | undefined,
  ): Promise<void> {
    const { admin } = this;
    const mention =
      known ??
      (
        await admin.post<One<Mention>>('/api/public/mentions', {
          feature_of_interest_id: feature.id,
          source_annotation_id: annotation.id,
          project_id: project.id,
          narrative: mark.narrative,
          confidence: mark.confidence,
          use_type: mark.useType,
        })
      ).data;
    const written = Math.max(0, mention.history_count - 1);
    for (const { narrative, confidence, useType } of (mark.revisions ?? []).slice(written))
      await admin.put('/api/public/mentions', { id: mention.id }, { narrative, confidence, use_type: useType });
  }
}

/** Geographic position of the middle of a label, from the sheet's scale and middle. */
function coordinateOf(sheet: SheetDrawing, label: SheetLabel): { longitude: number; latitude: number } {
  const feet = SHEET_WIDTH / UNITS_PER_FOOT / sheet.width;
  const north = (sheet.height / 2 - label.cy) * feet;
  const east = (label.cx - sheet.width / 2) * feet;
  const latitude = MAP_ORIGIN.latitude + north / FEET_PER_DEGREE;
  return {
    latitude,
    longitude: MAP_ORIGIN.longitude + east / (FEET_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  };
}
