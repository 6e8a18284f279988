/** Phones do not support it. */
export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/** After two frames hidden elements are no longer painted. */
const afterPainting = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const NEXT_FRAME_MS = 500;

async function frameOf(stream: MediaStream): Promise<HTMLCanvasElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  // the first frame may still show the dialog; a static page sends no second one
  await new Promise<void>((resolve) => {
    video.requestVideoFrameCallback(() => resolve());
    setTimeout(resolve, NEXT_FRAME_MS);
  });
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  video.srcObject = null;
  return canvas;
}

/**
 * What the user chooses to share, by default this page; undefined if they cancel.
 * @throws Error if the browser cannot capture
 */
export async function capturePage(hide: () => void): Promise<File | undefined> {
  let stream: MediaStream;
  try {
    // `preferCurrentTab` offers this page first, where supported
    const options = { video: { displaySurface: 'browser' }, audio: false, preferCurrentTab: true };
    stream = await navigator.mediaDevices.getDisplayMedia(options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    throw error;
  }
  try {
    hide();
    await afterPainting();
    const canvas = await frameOf(stream);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser did not capture an image.');
    return new File([blob], `page-${new Date().toISOString()}.png`, { type: 'image/png' });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
