import { act, screen, within } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { UploadsIndicator } from './indicator.js';
import type { UploadItem } from './machine.js';
import { UploadError, UploadManager } from './manager.js';
import { forgetUploads, keepUploads } from './registry.js';
import { classificationText } from './upload-lists.js';
import { uploadsText } from './uploads-menu.js';

const categories = [
  { value: 'site_survey', label: 'Site survey', description: '', group: 'agency_foa', color: '#111111' },
  { value: 'sanborn_maps', label: 'Sanborn maps', description: '', group: 'historic', color: '#222222' },
];
const file = (name: string) => new File(['%PDF'], name, { type: 'application/pdf', lastModified: 1 });

beforeEach(() => {
  fakeServer().on('GET /api/document-categories', { json: { data: categories } });
});
afterEach(() => forgetUploads());

describe('what is said of a classification (DOC-21)', () => {
  const result = { suggestedCategory: 'sanborn_maps', confidence: 0.354 };
  it.each([
    [null, 'Sanborn maps, 35%'],
    ['sanborn_maps', 'Sanborn maps, as you chose'],
    ['site_survey', 'Site survey, as you chose (the classifier suggests Sanborn maps, 35%)'],
  ])('where a person chose %s: %s', (category, text) => {
    expect(classificationText({ category, classificationResult: result }, categories)).toBe(text);
  });
});

describe('the uploads that every page tells of', () => {
  const item = (status: string, isUploading = false) => ({ status, isUploading }) as UploadItem;

  it.each([
    [[item('Uploading...', true), item('Waiting'), item('Failed')], 3, '3 of 5 uploaded'],
    [[item('Failed'), item('Already uploaded')], 3, '1 upload failed'],
    [[item('Already uploaded'), item('Already uploaded')], 0, '2 files are here already'],
    [[item('Not uploaded')], 4, '1 file not uploaded'],
    [[], 4, '4 uploaded'],
  ])('are said in a few words: %#', (items, finished, text) => {
    expect(uploadsText(items, finished)).toBe(text);
  });

  it('are listed with what arrived, leading there, and what failed, all of which can be tried again (DOC-23, DOC-24)', async () => {
    let refuses = true;
    const uploads = new UploadManager({
      send: ({ id, file: { name } }) =>
        refuses && name !== 'a.pdf'
          ? Promise.reject(new UploadError('Upload failed. Please try again.', false))
          : Promise.resolve({ id, category: 'other', file_name: name, title: name }),
      classify: () => Promise.resolve({ suggestedCategory: 'sanborn_maps', confidence: 0.9 }),
      classified: () => Promise.reject(new Error('not asked')),
      findUploaded: () => Promise.resolve(null),
      changed: () => undefined,
      wait: () => Promise.resolve(),
      newId: (() => {
        let ids = 0;
        return () => `d${++ids}`;
      })(),
    });
    const view = renderProjectScreen(<UploadsIndicator />);
    expect(screen.queryByTestId('uploads-indicator')).toBeNull();
    keepUploads('p1', uploads);
    await act(() => {
      uploads.add(['a.pdf', 'b.pdf', 'c.pdf'].map(file), null);
      return Promise.resolve();
    });
    await view.user.click(await screen.findByRole('button', { name: 'Uploads: 2 uploads failed' }));
    const finished = within(await screen.findByLabelText('Finished uploads'));
    expect(finished.getByText('a.pdf').getAttribute('href')).toBe('/projects/p1/documents/d1');
    expect(screen.getByText('2 files failed')).toBeTruthy();
    refuses = false;
    await view.user.click(screen.getByText('Retry all'));
    expect(await screen.findByText('Uploaded (3)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Uploads: 3 uploaded', hidden: true })).toBeTruthy();
  });
});
