import { LOCAL_PASSWORD } from '../dev/issuer/store.js';
import type { Document, Issue, Listed, One, Person, Project, Visit } from './answers.js';
import { ApiClient, type ApiOptions } from './api-client.js';
import {
  ISSUES,
  MAP_ORIGIN,
  MAP_PROJECT,
  PROJECTS,
  type DemoDocument,
  type DemoIssue,
  type DemoProject,
} from './content.js';
import { drawPhotograph, PHOTOGRAPHS } from './photographs.js';
import { findDocument, uploadDocument } from './seed-documents.js';
import { MapSeed, type MapSeedOptions } from './seed-maps.js';
import { makeTextPdf } from './text-pdf.js';
import { makeDirectoryPdf, type DirectoryPageOptions } from './directory-page.js';

export interface SeedOptions extends MapSeedOptions {
  /** Origin of the gateway, e.g. http://127.0.0.1:8080. */
  url: string;
  /** Draws a photograph of a site visit; drawn in full when left out. */
  photograph?: typeof drawPhotograph;
  /** Hears one line a step. */
  log?: (line: string) => void;
}

/** Accounts of the local stack (design: http interface); they exist nowhere else. */
const ADMIN = 'admin@symbio.test';
const STAFF = 'staff@symbio.test';
const CUSTOMER = 'customer@symbio.test';

/**
 * Fills a stack with demonstration projects through its HTTP interface. Finds existing ones by name and leaves them
 * alone, so it may run again at any time, also after an interruption.
 *
 * @throws ApiError when a call is refused; completed steps stay
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const api: ApiOptions = { url: options.url, signal: options.signal };
  const admin = await ApiClient.signIn(api, ADMIN, LOCAL_PASSWORD);
  const staff = await ApiClient.signIn(api, STAFF, LOCAL_PASSWORD);
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
        await new MapSeed(this.as.admin, this.options, this.log).run(project);
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
    // a new project starts at setup; keep the status of one that a user moved on
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
      const known = data.find((each) => each.access_notes === visit.notes);
      if (known) {
        if (visit.isPhotographed) await this.photographs(client, path, known);
        continue;
      }
      const { data: made } = await client.post<One<Visit>>(path, {
        visit_date: dayFromToday(visit.day),
        visit_time: visit.time,
        access_granted: visit.access,
        access_notes: visit.notes,
        findings: visit.findings,
        photos: [],
        weather_conditions: visit.weather,
      });
      this.log(`${project.number} site visit of ${dayFromToday(visit.day)}`);
      if (visit.isPhotographed) await this.photographs(client, path, made);
    }
  }

  /** One after the other, as they were taken; those that are there already are left alone. */
  private async photographs(client: ApiClient, visits: string, visit: Visit): Promise<void> {
    const path = `${visits}/${visit.id}/photos`;
    const { data } = await client.get<Listed<{ file_name: string }>>(path);
    for (const photograph of PHOTOGRAPHS) {
      if (data.some((each) => each.file_name === photograph.fileName)) continue;
      const begun = `${visit.visit_date}T${visit.visit_time.slice(0, 5)}`;
      const file = await (this.options.photograph ?? drawPhotograph)(photograph, begun, MAP_ORIGIN);
      const form = new FormData();
      form.append('caption', photograph.caption);
      form.append('files', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), photograph.fileName);
      const { data: sent } = await client.upload<Listed<{ error?: string }>>(path, form);
      if (sent[0]?.error) throw new Error(`${photograph.fileName} was refused: ${sent[0].error}`);
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

  private async textDocument(demo: DemoProject, project: Project, document: DemoDocument): Promise<void> {
    const client = this.as[demo.owner];
    const known = await findDocument(client, project, document);
    const { id, processing_status: status } = known ?? (await this.upload(client, project, document));
    // read and spotted in the background
    if (document.isDrawn && (status === 'uploaded' || status === 'classified'))
      await client.post('/api/document-processor', { documentId: id, projectId: project.id });
  }

  private async upload(client: ApiClient, project: Project, document: DemoDocument): Promise<Document> {
    const { text, title } = document;
    const pdf = isPages(text) ? await makeDirectoryPdf(title, text) : await makeTextPdf(text);
    return uploadDocument(client, project, document, pdf, this.log);
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

const isPages = (text: DemoDocument['text']): text is readonly DirectoryPageOptions[] => Array.isArray(text);

/** YYYY-MM-DD in this machine's time zone. */
function dayFromToday(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
