import { MAX_VISIT_PHOTOGRAPHS } from '@symbio/proto/limits';
import type { Locator, Page } from 'playwright-core';

export interface Subjects {
  projectId: string;
  sheetsId: string;
  textId: string;
  issueId: string;
}

export interface Screen {
  name: string;
  /** Account of the screen; undefined: signed out. */
  as?: 'admin' | 'staff' | 'customer';
  path: (subjects: Subjects) => string;
  act?: (page: Page) => Promise<void>;
  /** Paths of lists that are also pictured with no, one, twenty and thousands of rows. */
  rows?: readonly RegExp[];
  /** Source of rows for an empty list, and the fields to override. */
  like?: { path: (subjects: Subjects) => string; but: Readonly<Record<string, unknown>> };
  /** Maximum length of the list; undefined: unlimited. */
  most?: number;
}

const inProject =
  (rest: string) =>
  ({ projectId }: Subjects): string =>
    `/projects/${projectId}/${rest}`;

const ofSheets = ({ projectId, sheetsId }: Subjects): string => `/projects/${projectId}/documents/${sheetsId}`;

const open = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

const DELETED = {
  deleted_at: '2026-11-20T09:00:00.000Z',
  deleted_by_name: 'Ada Admin',
  purge_at: '2026-12-20T09:00:00.000Z',
};

const toTop = (part: Locator): Promise<void> => part.evaluate('(element) => element.scrollIntoView()');

async function toPhotographs(page: Page): Promise<void> {
  const photograph = page.getByRole('button', { name: /^Open photograph/ }).first();
  if ((await photograph.count()) > 0) await photograph.scrollIntoViewIfNeeded();
}

export const screens: readonly Screen[] = [
  { name: 'login', path: () => '/login' },
  { name: 'register', path: () => '/register' },
  { name: 'invitation', path: () => '/invitation?token=none' },
  { name: 'unfollow', path: () => '/unfollow?token=none' },
  { name: 'dashboard', as: 'admin', path: () => '/', rows: [/^\/api\/public\/projects$/] },
  { name: 'dashboard-customer', as: 'customer', path: () => '/' },
  { name: 'project-dialog', as: 'admin', path: () => '/', act: open(/^(New|Create) project/i) },
  {
    name: 'palette',
    as: 'admin',
    path: () => '/',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').first().waitFor();
    },
  },
  { name: 'issues', as: 'admin', path: () => '/issues', rows: [/^\/api\/public\/issues$/] },
  {
    name: 'issues-deleted',
    as: 'admin',
    path: () => '/issues?deleted=true',
    rows: [/^\/api\/public\/issues$/],
    like: { path: () => '/api/public/issues', but: DELETED },
  },
  {
    name: 'issue',
    as: 'admin',
    path: ({ issueId }) => `/issues/${issueId}`,
    rows: [/^\/api\/public\/issues\/(comments|history)$/],
  },
  {
    name: 'setup',
    as: 'admin',
    path: inProject('setup'),
    act: (page) => toTop(page.getByRole('region', { name: 'Members' })),
    rows: [/^\/api\/projects\/[^/]+\/members$/],
  },
  { name: 'data-collection', as: 'admin', path: inProject('data-collection'), rows: [/^\/api\/documents$/] },
  { name: 'data-collection-viewer', as: 'customer', path: inProject('data-collection') },
  {
    name: 'documents-deleted',
    as: 'admin',
    path: inProject('data-collection?deleted=true'),
    rows: [/^\/api\/deleted-documents$/],
    like: { path: ({ projectId }) => `/api/documents?project_id=${projectId}`, but: DELETED },
  },
  {
    name: 'page-kinds',
    as: 'admin',
    path: ofSheets,
    act: async (page) => {
      const actions = page.getByRole('button', { name: /^Actions for page/ });
      // on a phone they are beside the list of pages, which opens first
      if (!(await actions.isVisible())) await page.getByRole('button', { name: 'Pages', exact: true }).click();
      await actions.click();
      await page.getByRole('menuitem', { name: 'Correct the kind of pages...' }).click();
      await page.getByRole('dialog').first().waitFor();
    },
  },
  {
    name: 'sheet',
    as: 'admin',
    path: ofSheets,
    rows: [/^\/api\/documents\/[^/]+\/(annotations|pages)$/, /^\/api\/public\/annotations$/],
  },
  {
    name: 'text',
    as: 'admin',
    path: ({ projectId, textId }) => `/projects/${projectId}/documents/${textId}`,
  },
  { name: 'time-machine', as: 'admin', path: inProject('time-machine') },
  {
    name: 'site-reconnaissance',
    as: 'admin',
    path: inProject('site-reconnaissance'),
    rows: [/^\/api\/projects\/[^/]+\/site-visits$/],
  },
  {
    name: 'photographs',
    as: 'admin',
    path: inProject('site-reconnaissance'),
    act: toPhotographs,
    rows: [/^\/api\/projects\/[^/]+\/site-visits\/[^/]+\/photos$/],
    most: MAX_VISIT_PHOTOGRAPHS,
  },
  {
    name: 'photograph',
    as: 'admin',
    path: inProject('site-reconnaissance'),
    act: open(/^Open photograph 1 of/),
  },
  {
    name: 'insights',
    as: 'admin',
    path: inProject('insights'),
    rows: [/^\/api\/public\/features$/, /^\/api\/public\/mentions$/, /^\/api\/projects\/[^/]+\/unassociated-mentions$/],
  },
  {
    name: 'story',
    as: 'admin',
    path: inProject('insights'),
    act: async (page) => {
      await page
        .getByTestId(/^feature-(?!unassociated)/)
        .first()
        .click();
      await page.getByTestId('story-excerpt').first().waitFor();
    },
  },
  { name: 'chronology', as: 'admin', path: inProject('insights?view=chronology') },
  {
    name: 'mentions',
    as: 'admin',
    path: inProject('insights?feature=unassociated'),
    act: (page) => toTop(page.getByRole('region', { name: 'Mention history' })),
    rows: [/^\/api\/projects\/[^/]+\/unassociated-mentions$/],
  },
  { name: 'report-generation', as: 'admin', path: inProject('report-generation') },
  { name: 'sign-and-send', as: 'admin', path: inProject('sign-and-send') },
  { name: 'agents', as: 'admin', path: inProject('agents'), rows: [/^\/api\/jobs$/] },
  { name: 'access-denied', as: 'customer', path: inProject('agents') },
  { name: 'profile', as: 'admin', path: () => '/settings/profile' },
  { name: 'notifications', as: 'admin', path: () => '/settings/notifications' },
  { name: 'security', as: 'admin', path: () => '/settings/security' },
  { name: 'data-privacy', as: 'admin', path: () => '/settings/data-privacy' },
  { name: 'release-notes', as: 'admin', path: () => '/settings/release-notes' },
  { name: 'public-api', as: 'admin', path: () => '/settings/public-api', rows: [/^\/api\/api-keys$/] },
  { name: 'user-management', as: 'admin', path: () => '/settings/user-management', rows: [/^\/api\/users$/] },
  { name: 'retained-reports', as: 'admin', path: () => '/settings/retained-reports' },
  { name: 'audit-trail', as: 'admin', path: () => '/settings/audit-trail', rows: [/^\/api\/audit$/] },
  {
    name: 'audit-trail-filters',
    as: 'admin',
    path: () => '/settings/audit-trail',
    act: async (page) => {
      const filters = page.getByRole('button', { name: 'Filters', exact: true });
      if (await filters.isVisible()) await filters.click();
    },
  },
  { name: 'audit-retention', as: 'admin', path: () => '/settings/audit-trail', act: open(/^Retention$/) },
  { name: 'not-found', as: 'admin', path: () => '/nowhere' },
];
