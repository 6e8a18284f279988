import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../../lib/http/api.js';
import { setLetterKeysOn } from '../../../lib/ui/letter-keys.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import type { RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import { changePhoto } from '../api.js';
import { LinkedPhotos } from './linked-photos.js';
import { headingText, positionText, takenText, type VisitPhoto } from './photo-records.js';
import { forgetQueues } from './photo-registry.js';
import { VisitPhotos } from './visit-photos.js';

const VISIT = 'v-1';
const PHOTOS = `/api/projects/${project.id}/site-visits/${VISIT}/photos`;

const photo = (number: number, more: Partial<VisitPhoto> = {}): VisitPhoto => ({
  id: `p-${number}`,
  visit_id: VISIT,
  file_name: `IMG_${number}.HEIC`,
  caption: `Vent pipe ${number}`,
  image_url: `/files/b/${number}.jpg?sig=1`,
  thumbnail_url: `/files/b/${number}-small.webp?sig=1`,
  width: 4_032,
  height: 3_024,
  taken_at: `2026-05-04T13:4${number}:22-04:00`,
  latitude: 40.730033,
  longitude: -73.975167,
  heading: 312.5,
  added_by_name: 'Ben Ito',
  created_at: '2026-05-04T18:00:00.000Z',
  ...more,
});

let server: FakeServer;
let photos: VisitPhoto[];
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  photos = [photo(1), photo(2)];
  server.on(`GET ${PHOTOS}`, () => ({ json: { data: photos } }));
});

// queues are global, so reset per test
afterEach(() => forgetQueues());

const opened = (canEdit = true) =>
  renderProjectScreen(
    <VisitPhotos projectId={project.id} visitId={VISIT} of="visit of May 4, 2026" canEdit={canEdit} />,
  );

describe('the photographs of a visit (VISIT-02)', () => {
  it('form a grid with caption and local time, and open full-size with place and direction', async () => {
    const view = opened();
    const second = await screen.findByRole('button', { name: 'Open photograph 2 of 2: Vent pipe 2' });
    expect(second.closest('li')?.textContent).toContain('May 4, 2026, 1:42 PM');
    expect(second.querySelector('img')?.getAttribute('src')).toBe('/files/b/2-small.webp?sig=1');
    await view.user.click(second);
    const dialog = await screen.findByRole('dialog', { name: 'Photographs of the visit' });
    expect(within(dialog).getByAltText('Vent pipe 2').getAttribute('src')).toBe('/files/b/2.jpg?sig=1');
    expect(within(dialog).getByRole('link', { name: '40.730033, -73.975167' }).getAttribute('href')).toContain(
      'mlat=40.730033&mlon=-73.975167',
    );
    expect(dialog.textContent).toContain('Looking northwest (313°)');
    expect(dialog.textContent).toContain('Added by Ben Ito');
    fireEvent.keyDown(dialog, { key: 'ArrowRight' });
    expect(within(dialog).getByAltText('Vent pipe 1')).toBeTruthy();
    fireEvent.keyDown(dialog, { key: 'End' });
    expect(within(dialog).getByText('2 of 2')).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Previous photograph' }));
    expect(within(dialog).getByText('1 of 2')).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Larger' }));
    expect(within(dialog).getByAltText('Vent pipe 1').style.transform).toContain('scale(1.5)');
    fireEvent.keyDown(dialog, { key: '0' });
    expect(within(dialog).getByAltText('Vent pipe 1').style.transform).toContain('scale(1)');
  });

  it('have captions that an editor changes', async () => {
    server.on('PUT /api/site-visit-photos/p-1', ({ body }) => {
      photos = [photo(1, body as { caption: string }), photo(2)];
      return { json: { data: photos[0] } };
    });
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    const caption = await screen.findByRole('textbox', { name: 'Caption' });
    await view.user.clear(caption);
    await view.user.type(caption, 'Fill port{Enter}');
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/site-visit-photos/p-1')[0]?.body).toEqual({ caption: 'Fill port' }),
    );
    expect(await screen.findByAltText('Fill port')).toBeTruthy();
  });

  describe('with an unsaved caption', () => {
    const sent = () =>
      server.requests
        .filter(({ path }) => path.startsWith('/api/site-visit-photos/'))
        .map(({ method, path, body }) => [method, path.slice(-3), (body as { caption?: string } | undefined)?.caption]);
    const typed = async (): Promise<{ view: RenderedScreen; caption: HTMLElement }> => {
      server.on('PUT /api/site-visit-photos/p-1', ({ body }) => {
        photos = [photo(1, body as { caption: string }), photo(2)];
        return { json: { data: photos[0] } };
      });
      const view = opened();
      await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
      const caption = await screen.findByRole('textbox', { name: 'Caption' });
      await view.user.clear(caption);
      await view.user.type(caption, 'Fill port');
      return { view, caption };
    };

    it.each([
      ['the next one is shown', 'Next photograph'],
      ['the view is closed', 'Close'],
    ])('save it when %s', async (_what, button) => {
      const { view } = await typed();
      await view.user.click(screen.getByRole('button', { name: button }));
      await waitFor(() => expect(sent()).toEqual([['PUT', 'p-1', 'Fill port']]));
      expect(await screen.findByRole('button', { name: /1 of 2: Fill port/, hidden: true })).toBeTruthy();
    });

    it('save it when Escape closes the view, and leave arrow keys to the text', async () => {
      const { view, caption } = await typed();
      fireEvent.keyDown(caption, { key: 'ArrowRight' });
      fireEvent.keyDown(caption, { key: '0' });
      expect(screen.getByText('1 of 2')).toBeTruthy();
      await view.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(sent()).toEqual([['PUT', 'p-1', 'Fill port']]));
    });

    it('send nothing without input, and saved text once', async () => {
      const { view } = await typed();
      await view.user.keyboard('{Enter}');
      expect(await screen.findByAltText('Fill port')).toBeTruthy();
      await view.user.click(screen.getByRole('button', { name: 'Next photograph' }));
      await view.user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toEqual([['PUT', 'p-1', 'Fill port']]);
    });

    it('save it before they are deleted, so that undo restores it', async () => {
      const { view } = await typed();
      server.on('DELETE /api/site-visit-photos/p-1', { json: { success: true } });
      await view.user.click(screen.getByRole('button', { name: 'Delete photograph' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toEqual([
        ['PUT', 'p-1', 'Fill port'],
        ['DELETE', 'p-1', undefined],
      ]);
    });

    it('show why it could not be saved', async () => {
      const { view } = await typed();
      server.on('PUT /api/site-visit-photos/p-1', { status: 404, json: { error: 'Photograph not found' } });
      await view.user.click(screen.getByRole('button', { name: 'Close' }));
      expect(await screen.findByText('Failed to save the caption')).toBeTruthy();
      expect(screen.getByText('Photograph not found')).toBeTruthy();
    });
  });

  describe('with a caption that another user writes', () => {
    const writes = async (view: RenderedScreen, caption: string) => {
      photos = [photo(1, { caption }), photo(2)];
      act(() => void view.store.dispatch(api.util.invalidateTags(['Photograph'])));
      await screen.findByAltText(caption);
    };
    const sent = () => server.requestsOf('PUT /api/site-visit-photos/p-1').map(({ body }) => body);
    const opening = async () => {
      server.on('PUT /api/site-visit-photos/p-1', ({ body }) => {
        photos = [photo(1, body as { caption: string }), photo(2)];
        return { json: { data: photos[0] } };
      });
      const view = opened();
      await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
      return { view, caption: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Caption' }) };
    };

    it('show it if nothing was typed, and do not overwrite it', async () => {
      const { view, caption } = await opening();
      await writes(view, 'Valve box');
      expect(caption.value).toBe('Valve box');
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
      await view.user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toEqual([]);
    });

    it('show it also after a local one was saved', async () => {
      const { view, caption } = await opening();
      fireEvent.change(caption, { target: { value: 'Fill port' } });
      await view.user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByAltText('Fill port');
      await writes(view, 'Valve box');
      expect(caption.value).toBe('Valve box');
      expect(sent()).toEqual([{ caption: 'Fill port' }]);
    });

    it('keep the current input', async () => {
      const { view, caption } = await opening();
      fireEvent.change(caption, { target: { value: 'Fill port' } });
      await writes(view, 'Valve box');
      expect(caption.value).toBe('Fill port');
      await view.user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByAltText('Fill port');
      expect([caption.value, sent()]).toEqual(['Fill port', [{ caption: 'Fill port' }]]);
    });
  });

  it('are deleted once, and another one opened since stays open', async () => {
    const { handler, answer } = heldAnswer();
    server.on('DELETE /api/site-visit-photos/p-1', handler);
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    const button = await screen.findByRole('button', { name: 'Delete photograph' });
    fireEvent.click(button);
    fireEvent.click(button);
    await view.user.click(screen.getByRole('button', { name: 'Next photograph' }));
    photos = [photo(2)];
    answer({ json: { success: true } });
    expect(await screen.findByText('Photograph deleted')).toBeTruthy();
    expect(await screen.findByText('1 of 1')).toBeTruthy();
    expect(screen.getByAltText('Vent pipe 2')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/site-visit-photos/p-1')).toHaveLength(1);
  });

  it('leave keyboard focus in the full-size view when Smaller or Save are disabled', async () => {
    server.on('PUT /api/site-visit-photos/p-1', ({ body }) => {
      photos = [photo(1, body as { caption: string }), photo(2)];
      return { json: { data: photos[0] } };
    });
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Photographs of the visit' });
    await view.user.click(within(dialog).getByRole('button', { name: 'Larger' }));
    const smaller = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Smaller' });
    await view.user.click(smaller);
    // browsers blur disabled elements
    expect([smaller.disabled, smaller.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(smaller);
    await view.user.type(within(dialog).getByLabelText('Caption'), ' of the boiler house');
    await view.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull());
    expect(document.activeElement).toBe(dialog);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Open photograph 1 of 2/);
  });

  it('are not zoomed by single characters where those are disabled (WCAG 2.1.4)', async () => {
    setLetterKeysOn(false);
    try {
      const view = opened();
      await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
      const dialog = await screen.findByRole('dialog', { name: 'Photographs of the visit' });
      fireEvent.keyDown(dialog, { key: '+' });
      expect(within(dialog).getByAltText('Vent pipe 1').style.transform).toContain('scale(1)');
      fireEvent.keyDown(dialog, { key: 'ArrowRight' });
      expect(within(dialog).getByAltText('Vent pipe 2')).toBeTruthy();
    } finally {
      setLetterKeysOn(true);
    }
  });

  it('close the full-size view when another user deletes the photograph, and do not reopen it when restored', async () => {
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    await screen.findByRole('dialog', { name: 'Photographs of the visit' });
    const readAgain = () => act(() => void view.store.dispatch(api.util.invalidateTags(['Photograph'])));
    photos = [photo(2)];
    readAgain();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    photos = [photo(1), photo(2)];
    readAgain();
    expect(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are deleted with undo', async () => {
    server.on('DELETE /api/site-visit-photos/p-1', () => {
      photos = [photo(2)];
      return { json: { success: true } };
    });
    server.on('POST /api/site-visit-photos/p-1/restore', () => {
      photos = [photo(1), photo(2)];
      return { json: { data: photos[0] } };
    });
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    await view.user.click(await screen.findByRole('button', { name: 'Delete photograph' }));
    expect(await screen.findByRole('button', { name: /^Open photograph 1 of 1/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ })).toBeTruthy();
  });

  it('are read-only for viewers', async () => {
    const view = opened(false);
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Delete photograph' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add photos', hidden: true })).toBeNull();
  });

  it("are taken with a phone's camera, or chosen, several at once; invalid files show why and stay", async () => {
    URL.createObjectURL = () => 'blob:symbio/1';
    URL.revokeObjectURL = () => undefined;
    opened();
    await screen.findByRole('button', { name: 'Add photos' });
    expect(screen.getByLabelText('Camera, visit of May 4, 2026').getAttribute('capture')).toBe('environment');
    const chosen = screen.getByLabelText<HTMLInputElement>('Choose photographs, visit of May 4, 2026');
    expect(chosen.multiple).toBe(true);
    fireEvent.change(chosen, { target: { files: [new File(['x'], 'plan.pdf', { type: 'application/pdf' })] } });
    expect(await screen.findByText('Only JPEG, HEIC, PNG, WebP, TIFF and BMP photographs can be added')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull());
  });

  it('are read again for their own visit only, when one is uploaded or captioned', async () => {
    class AnsweredCall {
      readonly upload = {};
      onload?: () => void;
      readonly status = 201;
      readonly responseText = JSON.stringify({ data: [{ photo: photo(3) }] });
      open(): void {}
      setRequestHeader(): void {}
      getResponseHeader(): null {
        return null;
      }
      send(): void {
        photos = [...photos, photo(3)];
        this.onload?.();
      }
    }
    const real = window.XMLHttpRequest;
    withoutLayout();
    window.XMLHttpRequest = AnsweredCall as unknown as typeof XMLHttpRequest;
    try {
      URL.createObjectURL = () => 'blob:symbio/1';
      URL.revokeObjectURL = () => undefined;
      const others = `/api/projects/${project.id}/site-visits/v-2/photos`;
      server.on(`GET ${others}`, { json: { data: [photo(9, { visit_id: 'v-2' })] } });
      server.on('PUT /api/site-visit-photos/p-9', { json: { data: photo(9, { visit_id: 'v-2', caption: 'Drums' }) } });
      const reads = () => [PHOTOS, others].map((path) => server.requestsOf(`GET ${path}`).length);
      const { store } = renderProjectScreen(
        <>
          <VisitPhotos projectId={project.id} visitId={VISIT} of="first visit" canEdit />
          <VisitPhotos projectId={project.id} visitId="v-2" of="second visit" canEdit />
        </>,
      );
      await screen.findByRole('button', { name: /^Open photograph 1 of 1: Vent pipe 9/ });
      await screen.findByRole('button', { name: /^Open photograph 1 of 2/ });
      expect(reads()).toEqual([1, 1]);
      const file = new File(['x'], 'IMG_3.jpg', { type: 'image/jpeg' });
      fireEvent.change(screen.getByLabelText('Choose photographs, first visit'), { target: { files: [file] } });
      await screen.findByRole('button', { name: /^Open photograph 3 of 3/ });
      expect(reads()).toEqual([2, 1]);
      await act(() =>
        store.dispatch(changePhoto.initiate({ photo: photo(9), projectId: project.id, change: { caption: 'Drums' } })),
      );
      await waitFor(() => expect(reads()).toEqual([2, 2]));
    } finally {
      window.XMLHttpRequest = real;
    }
  });

  it('show when loading failed', async () => {
    server.on(`GET ${PHOTOS}`, { status: 503, json: { error: 'The document service is down.' } });
    const view = opened();
    expect(await screen.findByText('The document service is down.')).toBeTruthy();
    server.on(`GET ${PHOTOS}`, { json: { data: photos } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ })).toBeTruthy();
  });
});

it('photos recorded as URLs are links, and never external images (VISIT-02)', () => {
  const { container } = renderProjectScreen(
    <LinkedPhotos photos={['https://example.org/a.jpg', 'javascript:alert(1)', 'projects/p/b.jpg']} />,
  );
  const link = screen.getByRole('link', { name: 'Photo at example.org' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://example.org/a.jpg',
    'noopener noreferrer',
  ]);
  expect(screen.getByText('2 photos stored in an archive that Symbio cannot open')).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});

it('camera metadata is shown in words', () => {
  expect([takenText('2026-05-04T23:59:00'), takenText(null), takenText('soon')]).toEqual([
    'May 4, 2026, 11:59 PM',
    undefined,
    undefined,
  ]);
  expect([headingText(0), headingText(350), headingText(null)]).toEqual([
    'Looking north (0°)',
    'Looking north (350°)',
    undefined,
  ]);
  expect(positionText({ latitude: null, longitude: 4 })).toBeUndefined();
});
