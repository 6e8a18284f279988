import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { isModalOpen } from '../../../viewer/sheet/keys.js';

/** Per issue (OP-36). */
export const MAX_SCREENSHOTS = 10;
/** CONST-22 */
export const MAX_SCREENSHOT_BYTES = 10 * 1024 * 1024;
/** The server also checks the content. */
export const PICTURE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/bmp',
  'image/x-ms-bmp',
  'image/tiff',
];
/** For systems that do not know these types. */
const PICTURE_NAME = /\.(?:hei[cf]|bmp|tiff?)$/i;
/** `accept` of the file input. */
export const ACCEPTED_PICTURES = [...PICTURE_TYPES, '.heic', '.heif', '.bmp', '.tif', '.tiff'].join(',');

export interface SelectedPicture {
  /** Client-generated: retries are idempotent. */
  id: string;
  file: File;
  url: string;
  problem?: string;
}

export interface RefusedFile {
  name: string;
  reason: string;
}

function refusalOf(file: File, count: number): string | undefined {
  const isPicture = file.type ? PICTURE_TYPES.includes(file.type) : PICTURE_NAME.test(file.name);
  if (!isPicture) return 'Only image files are allowed';
  if (file.size > MAX_SCREENSHOT_BYTES) return 'Screenshots must be smaller than 10 MB';
  return count >= MAX_SCREENSHOTS ? `An issue can have at most ${MAX_SCREENSHOTS} screenshots` : undefined;
}

export interface SelectedPictures {
  pictures: readonly SelectedPicture[];
  refused: readonly RefusedFile[];
  /** Records why others are rejected. */
  add: (files: readonly File[]) => SelectedPicture[];
  remove: (id: string) => void;
  /** Removes uploaded pictures, sets problems on others. */
  settle: (problems: ReadonlyMap<string, string | undefined>) => void;
  clear: () => void;
}

/**
 * Kept while the component is mounted.
 * @param taken number of existing screenshots
 */
export function useSelectedPictures(taken = 0): SelectedPictures {
  const [pictures, setPictures] = useState<readonly SelectedPicture[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // several files may be added before React renders
  const latest = useRef(pictures);
  const show = useCallback((next: readonly SelectedPicture[]) => {
    for (const { id, url } of latest.current) if (!next.some((each) => each.id === id)) URL.revokeObjectURL(url);
    latest.current = next;
    setPictures(next);
  }, []);
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const add = useCallback(
    (files: readonly File[]): SelectedPicture[] => {
      const refusals: RefusedFile[] = [];
      const added: SelectedPicture[] = [];
      for (const file of files) {
        const reason = refusalOf(file, taken + latest.current.length + added.length);
        if (reason === undefined) added.push({ id: uuidV7(), file, url: URL.createObjectURL(file) });
        else refusals.push({ name: file.name, reason });
      }
      setRefused(refusals);
      show([...latest.current, ...added]);
      return added;
    },
    [taken, show],
  );
  const remove = useCallback((id: string) => show(latest.current.filter((each) => each.id !== id)), [show]);
  const settle = useCallback(
    (problems: ReadonlyMap<string, string | undefined>) =>
      show(
        latest.current.flatMap((each) => {
          if (!problems.has(each.id)) return [each];
          const problem = problems.get(each.id);
          return problem === undefined ? [] : [{ ...each, problem }];
        }),
      ),
    [show],
  );
  const clear = useCallback(() => {
    setRefused([]);
    show([]);
  }, [show]);
  return { pictures, refused, add, remove, settle, clear };
}

/** Empty for text. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Clipboard images are all called `image.png`. */
const named = (file: File): File =>
  file.name === 'image.png' ? new File([file], `pasted-${new Date().toISOString()}.png`, { type: file.type }) : file;

interface Pasting {
  isOn?: boolean;
  /** Elements below an open dialog ignore pastes. */
  isInDialog?: boolean;
}

/** Pasted anywhere on the page. Text is pasted normally. */
export function usePastedPictures(
  take: (files: File[]) => void,
  { isOn = true, isInDialog = false }: Pasting = {},
): void {
  const taker = useRef(take);
  useEffect(() => {
    taker.current = take;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const paste = (event: ClipboardEvent): void => {
      if (!isInDialog && isModalOpen()) return;
      const files = filesOf(event.clipboardData);
      // spreadsheets put both text and an image on the clipboard: prefer the text
      if (event.defaultPrevented || files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      taker.current(files.map(named));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn, isInDialog]);
}
