/** Whether this browser lets a page ask for a picture of itself; those of phones do not. */
export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/** Two frames: what was hidden a moment ago is no longer in the picture. */
const afterPainting = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** How long a next frame is waited for, in milliseconds. */
const NEXT_FRAME_MS = 500;

/** One frame of a stream. */
async function frameOf(stream: MediaStream): Promise<HTMLCanvasElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  // the first frame may have been taken before the dialog was hidden; what does not move sends no other
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
 * A picture of what the person chooses to share, by default this page; nothing when they choose not to.
 * @param hide hides what should not be in the picture, once there is leave to take it
 * @throws Error when the browser cannot make a picture of it
 */
export async function capturePage(hide: () => void): Promise<File | undefined> {
  let stream: MediaStream;
  try {
    // the page itself is offered first where the browser knows this wish
    const wishes = { video: { displaySurface: 'browser' }, audio: false, preferCurrentTab: true };
    stream = await navigator.mediaDevices.getDisplayMedia(wishes);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    throw error;
  }
  try {
    hide();
    await afterPainting();
    const canvas = await frameOf(stream);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser made no picture.');
    return new File([blob], `page-${new Date().toISOString()}.png`, { type: 'image/png' });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
