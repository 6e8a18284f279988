import { act, screen, within } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { UploadsIndicator } from './indicator.js';
import type { UploadItem, UploadStatus } from './upload-state.js';
import { UploadError, UploadManager } from './manager.js';
import type { UploadEffects } from './manager.js';
import { forgetUploads, keepUploads, renameUploads } from './registry.js';
import { classificationText, finishedText } from './upload-lists.js';
import { uploadsText } from './uploads-menu.js';

const categories = [
  { value: 'site_survey', label: 'Site survey', description: '', group: 'agency_foa', color: '#111111' },
  { value: 'sanborn_maps', label: 'Sanborn maps', description: '', group: 'historic', color: '#222222' },
];
const file = (name: string) => new File(['%PDF'], name, { type: 'application/pdf', lastModified: 1 });

const arrives = ({ id, file: { name } }: UploadItem) =>
  Promise.resolve({ id, category: 'other', file_name: name, title: name });

/** Documents are d1, d2 and so on. */
function managerThat(send: UploadEffects['send']): UploadManager {
  let ids = 0;
  return new UploadManager({
    send,
    classify: () => Promise.resolve({ suggestedCategory: 'sanborn_maps', confidence: 0.9 }),
    findUploaded: () => Promise.resolve(null),
    changed: () => undefined,
    wait: () => Promise.resolve(),
    newId: () => `d${++ids}`,
  });
}

beforeEach(() => {
  fakeServer().on('GET /api/document-categories', { json: { data: categories } });
});
afterEach(() => forgetUploads());

describe('the text of a classification (DOC-21)', () => {
  const result = { suggestedCategory: 'sanborn_maps', confidence: 0.354 };
  it.each([
    [null, 'Sanborn maps, 35% sure'],
    ['sanborn_maps', 'Sanborn maps, as you chose (the classifier agrees, 35% sure)'],
    ['site_survey', 'Site survey, as you chose (the classifier suggests Sanborn maps, 35% sure)'],
  ])('where the user chose %s: %s', (category, text) => {
    expect(classificationText({ category, classificationResult: result }, categories)).toBe(text);
  });
});

describe('the summary of all uploads', () => {
  const item = (status: UploadStatus, isUploading = false) => ({ status, isUploading }) as UploadItem;

  it.each([
    [[item('uploading', true), item('waiting'), item('failed')], 3, 0, '3 of 5 uploaded'],
    [[item('uploading', true)], 3, 2, '3 of 4 uploaded'],
    [[item('failed'), item('known')], 3, 0, '1 upload failed'],
    [[item('known'), item('known')], 0, 0, '2 files are already here'],
    [[item('refused')], 4, 0, '1 file not uploaded'],
    [[], 4, 0, '4 uploaded'],
    [[], 4, 2, '4 uploaded'],
    [[], 0, 1, '1 file not uploaded again'],
    [[], 0, 2, '2 files not uploaded again'],
  ])('is short, and does not count skipped files as uploaded (DOC-24): %#', (items, arrived, skipped, text) => {
    const finished = [
      ...Array.from({ length: arrived }, () => item('complete')),
      ...Array.from({ length: skipped }, () => item('skipped')),
    ];
    expect(uploadsText(items, finished)).toBe(text);
  });

  it.each([
    [['complete', 'unclassified'], 'Uploaded (2)'],
    [['complete', 'skipped'], 'Uploaded (1), not uploaded again (1)'],
    [['skipped'], 'Not uploaded again (1)'],
  ])('counts finished files by outcome (DOC-24): %j', (statuses, text) => {
    expect(finishedText(statuses.map((status) => item(status as UploadStatus)))).toBe(text);
  });

  it('lists uploaded files with links, and failed ones, all of which can be retried (DOC-23, DOC-24)', async () => {
    let refuses = true;
    const uploads = managerThat((item) =>
      refuses && item.file.name !== 'a.pdf'
        ? Promise.reject(new UploadError('Upload failed. Please try again.', false))
        : arrives(item),
    );
    const view = renderProjectScreen(<UploadsIndicator />);
    expect(screen.queryByTestId('uploads-indicator')).toBeNull();
    keepUploads('p1', uploads, 'Harlan Street Cannery');
    await act(() => {
      uploads.add(['a.pdf', 'b.pdf', 'c.pdf'].map(file), null);
      return Promise.resolve();
    });
    await view.user.click(await screen.findByRole('button', { name: 'Uploads: 2 uploads failed' }));
    const finished = within(await screen.findByLabelText('Finished uploads'));
    expect(finished.getByText('a.pdf').getAttribute('href')).toBe('/projects/p1/documents/d1');
    const bar = finished.getByRole('progressbar', { name: 'a.pdf: Classification complete' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
    expect(finished.getByText('100%')).toBeTruthy();
    expect(screen.getByText('2 files failed')).toBeTruthy();
    refuses = false;
    await view.user.click(screen.getByText('Retry all'));
    expect(await screen.findByText('Uploaded (3)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Uploads: 3 uploaded', hidden: true })).toBeTruthy();
  });

  it('shows which files are already in the list, some of many by name (DOC-26)', async () => {
    const uploads = managerThat(arrives);
    const view = renderProjectScreen(<UploadsIndicator />);
    keepUploads('p1', uploads, 'Harlan Street Cannery');
    const folder = Array.from({ length: 40 }, (_, index) => file(`${index + 1}.pdf`));
    await act(() => {
      uploads.add(folder, null);
      uploads.add(folder, null);
      return Promise.resolve();
    });
    await view.user.click(await screen.findByRole('button', { name: /^Uploads/ }));
    const named = '1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf, 35 more';
    expect(await screen.findByText(`Already in the list, not uploaded again: ${named}`)).toBeTruthy();
  });

  it('is grouped by project, each with its count and link (DOC-24)', async () => {
    const [first, second] = [managerThat(arrives), managerThat(arrives)];
    const view = renderProjectScreen(<UploadsIndicator />);
    keepUploads('p1', first, 'Harlan Street');
    keepUploads('p2', second, 'Dock 7');
    await act(() => {
      first.add(['a.pdf', 'b.pdf'].map(file), null);
      second.add([file('c.pdf')], null);
      return Promise.resolve();
    });
    await view.user.click(await screen.findByRole('button', { name: 'Uploads: 3 uploaded' }));
    act(() => renameUploads('p1', 'Harlan Street Cannery'));
    const [one, other] = ['Harlan Street Cannery', 'Dock 7'].map((name) =>
      within(screen.getByRole('region', { name })),
    );
    expect(one?.getByText('2 uploaded')).toBeTruthy();
    expect(other?.getByText('1 uploaded')).toBeTruthy();
    const way = screen.getByRole('link', { name: 'Data Collection of Dock 7' });
    expect(way.getAttribute('href')).toBe('/projects/p2/data-collection');
  });

  it('is announced by its text, not at every percent of the progress bar (DOC-18)', async () => {
    let onBytes: Parameters<UploadEffects['send']>[1] = () => undefined;
    const uploads = managerThat((_item, report) => {
      onBytes = report;
      return new Promise(() => undefined);
    });
    const view = renderProjectScreen(<UploadsIndicator />);
    keepUploads('p1', uploads, 'Harlan Street Cannery');
    act(() => uploads.add([file('a.pdf')], null));
    await view.user.click(await screen.findByRole('button', { name: 'Uploads: 0 of 1 uploaded' }));
    act(() => onBytes(50, 100));
    const list = within(await screen.findByRole('list', { name: 'Uploads' }));
    expect(list.getByText('Uploading...').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    expect(list.getByText('25%').getAttribute('aria-hidden')).toBe('true');
    expect(list.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(list.getByRole('button').closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  });
});
