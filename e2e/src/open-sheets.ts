import { expect } from '@jest/globals';
import type { BrowserContext, Browser, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { Api, eventually, type Document, type Many, type Project } from './api-client.js';
import {
  enter,
  frames,
  launch,
  leave,
  middleAtRest,
  openPage,
  placeAtRest,
  type Look,
  type WatchedPage,
} from './browser.js';

export interface Annotation {
  id: string;
  document_page_id: string;
  content: string;
  author_type: string;
  coordinates: { centerX: number; centerY: number; radiusX: number; radiusY: number; theta: number };
}

export interface Point {
  x: number;
  y: number;
}

/** The zoom shows whole percents, which may not change for some frames while it moves. */
export const RESTING_FRAMES = 12;

/**
 * Removes agent proposals from responses: the spotter adds them at any time, and presses must hit the test's own
 * annotations.
 */
export async function hideProposals(context: BrowserContext): Promise<void> {
  const isProposal = (annotation: Pick<Annotation, 'author_type'>): boolean => annotation.author_type === 'ai_agent';
  await context.route(/\/api\/public\/annotations\?/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const { data, ...rest } = (await response.json()) as Many<Annotation>;
    const drawn = data.filter((each) => !isProposal(each));
    return route.fulfill({ response, json: { ...rest, data: drawn, count: drawn.length } });
  });
  await context.route(/\/api\/annotations\/[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const { data } = response.ok() ? ((await response.json()) as { data: Annotation }) : {};
    return data && isProposal(data)
      ? route.fulfill({ status: 404, json: { error: 'Annotation not found', code: 'not_found' } })
      : route.fulfill({ response });
  });
}

/** Processed document with two sheets, and a staff member's page. */
export class OpenSheets {
  private constructor(
    readonly browser: Browser,
    readonly context: BrowserContext,
    readonly watched: WatchedPage,
    readonly staff: Api,
    readonly project: Project,
    readonly document: Document,
  ) {}

  static async prepare(title: string, look?: Look): Promise<OpenSheets> {
    const browser = await launch();
    const staff = await Api.signIn('staff@symbio.test');
    const project = await staff.createProject(`${title} ${Date.now()}`);
    const { pdf } = await makeTestSheetPdf({ sheets: 2 });
    const uploaded = await staff.uploadOne(project.id, 'sheets.pdf', pdf, 'sanborn_maps');
    const document = await staff.process(uploaded, project.id);
    const { context, page, problems } = await openPage(browser, look);
    await hideProposals(context);
    await enter(page, 'staff@symbio.test');
    return new OpenSheets(browser, context, { page, problems }, staff, project, document);
  }

  async close(): Promise<void> {
    await leave(this.context);
    await this.browser.close();
  }

  get page(): Page {
    return this.watched.page;
  }

  get address(): string {
    return `/projects/${this.project.id}/documents/${this.document.id}`;
  }

  async open(): Promise<void> {
    await this.page.goto(this.address);
    await this.page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
    await this.page.getByText('Loading image...').waitFor({ state: 'hidden' });
    await this.restingPercentage();
  }

  async percentage(): Promise<number> {
    return Number.parseInt(await this.page.getByTestId('zoom-percentage').innerText(), 10);
  }

  restingPercentage(): Promise<number> {
    return eventually(async () => {
      await placeAtRest(this.page.getByTestId('viewer-canvas'));
      const before = await this.percentage();
      await frames(this.page, RESTING_FRAMES);
      const now = await this.percentage();
      expect([Number.isNaN(now), now]).toEqual([false, before]);
      return now;
    });
  }

  middle(): Promise<Point> {
    return middleAtRest(this.page.getByTestId('viewer-canvas'));
  }

  placeOf(id: string): Promise<Point> {
    return middleAtRest(this.page.getByTestId(`annotation-${id}`));
  }

  async drag(from: Point, by: Point, button: 'left' | 'middle' = 'left'): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down({ button });
    await mouse.move(from.x + by.x, from.y + by.y, { steps: 8 });
    await mouse.up({ button });
  }

  /** Human annotations; the spotter adds its own to every sheet. */
  async annotations(): Promise<Annotation[]> {
    const { body } = await this.staff.get<Many<Annotation>>(`/api/public/annotations?document_id=${this.document.id}`);
    return body.data.filter(({ author_type }) => author_type === 'human');
  }

  /** At a third of the first sheet's width and height. */
  async annotate(changes: Partial<Annotation['coordinates']> = {}, content = 'Gas holder'): Promise<Annotation> {
    const { body: pages } = await this.staff.get<Many<{ id: string }>>(`/api/documents/${this.document.id}/pages`);
    const { status, body } = await this.staff.post<{ data: Annotation }>('/api/public/annotations', {
      document_id: this.document.id,
      document_page_id: pages.data[0]?.id,
      annotation_type: 'ellipse',
      content,
      coordinates: { centerX: 900, centerY: 1000, radiusX: 150, radiusY: 150, theta: 0, ...changes },
    });
    expect(status).toBe(201);
    return body.data;
  }
}
