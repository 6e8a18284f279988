import { act, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { useState } from 'react';
import { handFiles } from '../../../lib/files/handed-files.js';
import { renderScreen } from '../../../testing/render.js';
import { document } from '../collection/testing.js';
import { useDroppedFiles } from './dropped-files.js';
import type { UploadManager } from './manager.js';
import { NO_UPLOADS, type UploadItem, type UploadState } from './upload-state.js';

const map = document({ id: 'd-1', category: 'sanborn_maps', pages_ready: 1 });
const done: UploadState = { ...NO_UPLOADS, finished: [{ document: { id: 'd-1' } } as UploadItem] };

let show: (state: UploadState) => void;

function Probe({ uploads }: { uploads: UploadManager }) {
  const [state, setState] = useState(NO_UPLOADS);
  show = setState;
  useDroppedFiles('p-1', uploads, state, [map]);
  return null;
}

function probe() {
  const add = jest.fn();
  return { add, view: renderScreen(<Probe uploads={{ add } as unknown as UploadManager} />, '/data') };
}

it('uploads files handed over by the dashboard once, and opens the first sheet', async () => {
  const file = new File(['%PDF-'], 'a.pdf');
  handFiles('p-1', [file]);
  const { add, view } = probe();
  expect(add.mock.calls).toEqual([[[file], null]]);
  expect(view.path()).toBe('/data');
  act(() => show(done));
  await waitFor(() => expect(view.path()).toBe('/projects/p-1/documents/d-1'));
  expect(add).toHaveBeenCalledTimes(1);
});

it('stays on the page after uploads begun there', () => {
  const { add, view } = probe();
  act(() => show(done));
  expect(add).not.toHaveBeenCalled();
  expect(view.path()).toBe('/data');
});
