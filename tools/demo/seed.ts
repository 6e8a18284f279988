import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type ApiOptions } from './api-client.js';
import {
  ISSUES,
  MAPS,
  MAP_ORIGIN,
  MAP_PROJECT,
  MAP_SEED,
  MARKS,
  PROJECTS,
  type DemoDocument,
  type DemoIssue,
  type DemoMark,
  type DemoProject,
} from './content.js';
import { makeMapSet, SURVEY_YEARS, type MapSet } from './map-set.js';
import { drawSheet, type SheetDrawing, type SheetLabel } from './sheet.js';
import { makeTextPdf } from './text-pdf.js';
import { SHEET_WIDTH, UNITS_PER_FOOT } from './town.js';

export interface SeedOptions {
  /** Origin of the gateway, e.g. http://127.0.0.1:8080. */
  url: string;
  /** Hears one line a step. */
  log?: (line: string) => void;
  signal?: AbortSignal;
  /** The map set; drawn 3200 pixels wide unless told. */
  maps?: DemoMaps;
  /** Milliseconds between two looks at a document that is being processed. */
  pollMs?: number;
}

/** The map set of the demonstration: as a file, and what is drawn on its sheets, which takes a tenth of the time. */
export interface DemoMaps {
  file(): Promise<MapSet>;
  sheets(): readonly SheetDrawing[];
}

/** @param width pixels across a sheet */
export const demoMaps = (width: number): DemoMaps => ({
  file: () => makeMapSet({ seed: MAP_SEED, width }),
  sheets: () => SURVEY_YEARS.map((year) => drawSheet({ seed: MAP_SEED, year, width })),
});

/** Accounts of the local stack (design: http interface); they exist nowhere else. */
const PASSWORD = 'symbio-local';
const ADMIN = 'admin@symbio.test';
const STAFF = 'staff@symbio.test';
const CUSTOMER = 'customer@symbio.test';
const MAP_WIDTH = 3200;
const POLL_MS = 500;
/** Longest time the pages of a demonstration document may take on a slow machine, milliseconds. */
const PROCESSING_MS = 300_000;
const FEET_PER_DEGREE = 364_567;

interface Listed<T> {
  data: T[];
}
interface One<T> {
  data: T;
}
interface Project {
  id: string;
  number: string;
  title: string;
  status: string;
}
type DocumentNames = Pick<DemoDocument, 'fileName' | 'title' | 'category'>;
interface Document {
  id: string;
  title: string;
  file_name: string;
  processing_status: string;
}
interface Page {
  id: string;
  page_number: number;
  width: number;
}
interface Annotation {
  id: string;
  document_page_id: string;
  content: string;
}
interface Feature {
  id: string;
  name: string;
  land_use: string[];
}
interface Mention {
  id: string;
  source_annotation_id: string;
  history_count: number;
}
interface Visit {
  access_notes: string;
}
interface Issue {
  id: string;
  title: string;
  status: string;
}
interface Person {
  id: string;
  email: string;
}

/**
 * Fills a stack with demonstration projects through its HTTP interface, as people would. What is there already is
 * found by its name and left alone, so it may run again at any time, also after it was cut off in the middle.
 *
 * @throws ApiError when a call is refused; the steps before it stay
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const api: ApiOptions = { url: options.url, signal: options.signal };
  const admin = await ApiClient.signIn(api, ADMIN, PASSWORD);
  const staff = await ApiClient.signIn(api, STAFF, PASSWORD);
  await new Seed({ admin, staff }, options).run();
}

class Seed {
  private readonly log: (line: string) => void;

  constructor(
    private readonly as: { admin: ApiClient; staff: ApiClient },
    private readonly options: SeedOptions,
  ) {
    this.log = options.log ?? ((): void => undefined);
  }

  async run(): Promise<void> {
    const people = await this.people();
    for (const demo of PROJECTS) {
      const project = await this.project(demo);
      await this.visits(demo, project);
      for (const document of demo.documents ?? []) await this.textDocument(demo, project, document);
      if (demo.title === MAP_PROJECT) {
        await this.members(project, people);
        await this.maps(project);
      }
    }
    for (const issue of ISSUES) await this.issue(issue, people);
  }

  private async people(): Promise<Map<string, string>> {
    const { data } = await this.as.admin.get<Listed<Person>>('/api/users', { per_page: 100 });
    return new Map(data.map(({ email, id }) => [email, id]));
  }

  private async project(demo: DemoProject): Promise<Project> {
    const client = this.as[demo.owner];
    const found = await client.get<Listed<Project>>('/api/public/projects', { search: demo.title, per_page: 100 });
    let project = found.data.find((each) => each.title === demo.title);
    if (!project) {
      const created = await client.post<One<Project>>('/api/public/projects', {
        title: demo.title,
        due_date: dayFromToday(demo.due),
        ...demo.fields,
      });
      project = created.data;
      this.log(`${project.number} ${project.title}`);
    }
    // a new project starts at setup; one that somebody has moved on is left where it is
    if (project.status === 'setup' && demo.status !== 'setup') {
      const changed = await client.put<One<Project>>(
        '/api/public/projects',
        { id: project.id },
        { status: demo.status },
      );
      project = changed.data;
    }
    return project;
  }

  private async visits(demo: DemoProject, project: Project): Promise<void> {
    if (!demo.visits) return;
    const client = this.as[demo.owner];
    const path = `/api/projects/${project.id}/site-visits`;
    const { data } = await client.get<Listed<Visit>>(path);
    for (const visit of demo.visits) {
      if (data.some((each) => each.access_notes === visit.notes)) continue;
      await client.post(path, {
        visit_date: dayFromToday(visit.day),
        visit_time: visit.time,
        access_granted: visit.access,
        access_notes: visit.notes,
        findings: visit.findings,
        photos: [],
        weather_conditions: visit.weather,
      });
      this.log(`${project.number} site visit of ${dayFromToday(visit.day)}`);
    }
  }

  private async members(project: Project, people: Map<string, string>): Promise<void> {
    const path = `/api/projects/${project.id}/members`;
    const { data } = await this.as.admin.get<Listed<{ user_id: string }>>(path);
    for (const [email, role] of [
      [STAFF, 'editor'],
      [CUSTOMER, 'viewer'],
    ] as const) {
      const id = people.get(email);
      if (!id || data.some((member) => member.user_id === id)) continue;
      await this.as.admin.post(path, { user_id: id, role });
      this.log(`${project.number} ${email} is ${role}`);
    }
  }

  /** The document as it was uploaded before, under its own title. */
  private async documentOf(
    client: ApiClient,
    project: Project,
    { fileName, title, category }: DocumentNames,
  ): Promise<Document | undefined> {
    const { data } = await client.get<Listed<Document>>('/api/documents', { project_id: project.id, per_page: 100 });
    const found = data.find((document) => document.file_name === fileName);
    // cut off between upload and title: the title is still the file's name
    if (found && found.title !== title && fileName.startsWith(found.title))
      await client.put(`/api/documents/${found.id}`, {}, { title, category });
    return found;
  }

  private async upload(client: ApiClient, project: Project, names: DocumentNames, pdf: Buffer): Promise<Document> {
    const { fileName, title, category } = names;
    const form = new FormData();
    form.append('project_id', project.id);
    form.append('category', category);
    form.append('files', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileName);
    const { data } = await client.upload<Listed<{ document?: Document; error?: string }>>('/api/documents', form);
    const [item] = data;
    if (!item?.document) throw new Error(`${fileName} was refused: ${item?.error ?? 'no answer for the file'}`);
    await client.put(`/api/documents/${item.document.id}`, {}, { title, category });
    const kilobytes = Math.ceil(pdf.length / 1000);
    this.log(
      `${project.number} ${title}, ${kilobytes > 1000 ? `${(kilobytes / 1000).toFixed(1)} MB` : `${kilobytes} kB`}`,
    );
    return item.document;
  }

  private async textDocument(demo: DemoProject, project: Project, document: DemoDocument): Promise<void> {
    const client = this.as[demo.owner];
    if (await this.documentOf(client, project, document)) return;
    await this.upload(client, project, document, await makeTextPdf(document.text));
  }

  /**
   * Uploads the map set, has it processed and marks what a person would mark on its sheets. What an agent proposes there
   * is the product's own work: spotting reads the lettering as soon as the pages are analysed.
   */
  private async maps(project: Project): Promise<void> {
    const { admin } = this.as;
    const maps = this.options.maps ?? demoMaps(MAP_WIDTH);
    let document = await this.documentOf(admin, project, MAPS);
    let sheets: readonly SheetDrawing[];
    if (document) {
      sheets = maps.sheets();
    } else {
      this.log(`${project.number} drawing ${SURVEY_YEARS.length} map sheets`);
      const set = await maps.file();
      ({ sheets } = set);
      document = await this.upload(admin, project, MAPS, set.pdf);
    }
    await this.process(project, document);
    const { data: pages } = await admin.get<Listed<Page>>(`/api/documents/${document.id}/pages`);
    await this.marks(project, document, pages, sheets);
  }

  private async process(project: Project, document: Document): Promise<void> {
    const { admin } = this.as;
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
    const { admin } = this.as;
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
    const { data } = await this.as.admin.post<One<Annotation>>('/api/public/annotations', {
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
    const { data } = await this.as.admin.post<One<Feature>>('/api/public/features', {
      project_id: project.id,
      name,
      land_use: [label.landUse],
      coordinate: `(${longitude.toFixed(6)},${latitude.toFixed(6)})`,
    });
    this.log(`${project.number} feature of interest: ${name}`);
    return data;
  }

  /** A mention and what was written about it since: the history tells how far an earlier run came. */
  private async mention(
    project: Project,
    mark: DemoMark,
    annotation: Annotation,
    feature: Feature,
    known: Mention | undefined,
  ): Promise<void> {
    const { admin } = this.as;
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

  private async issue(demo: DemoIssue, people: Map<string, string>): Promise<void> {
    const { admin } = this.as;
    const { data } = await admin.get<Listed<Issue>>('/api/public/issues', { per_page: 100 });
    let issue = data.find((each) => each.title === demo.title);
    if (!issue) {
      const created = await this.as.staff.post<{ issue: Issue }>('/api/public/issues', {
        title: demo.title,
        description: demo.description,
        type: demo.type,
        severity: demo.severity,
        path: demo.path,
        assignee: demo.assigned ? people.get(ADMIN) : undefined,
      });
      issue = created.issue;
      this.log(`issue: ${demo.title}`);
    }
    if (issue.status === 'open' && demo.status !== 'open')
      await admin.put('/api/public/issues', { id: issue.id }, { status: demo.status });
    const comments = await admin.get<Listed<{ content: string }>>('/api/public/issues/comments', {
      issue_id: issue.id,
    });
    for (const { by, content } of demo.comments) {
      if (comments.data.some((comment) => comment.content === content)) continue;
      await this.as[by].post('/api/public/issues/comments', { issue_id: issue.id, content });
    }
  }
}

/** Where on the earth the middle of a label lies: the sheet's scale, from the middle of the sheet. */
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

/** YYYY-MM-DD in this machine's time zone. */
function dayFromToday(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
