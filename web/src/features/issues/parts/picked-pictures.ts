import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidV7 } from '../../../lib/uuid.js';
import { isModalOpen } from '../../../viewer/sheet/keys.js';

/** Most screenshots of an issue (OP-36). */
export const MAX_SCREENSHOTS = 10;
/** Most bytes of one (CONST-22). */
export const MAX_SCREENSHOT_BYTES = 10 * 1024 * 1024;
/** What the server takes; it looks at the content, too. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A picture that somebody has chosen, and that is still a file of this browser. */
export interface PickedPicture {
  /** Minted here, so that sending it again adds no second one. */
  id: string;
  file: File;
  /** Where this browser shows it from. */
  url: string;
  /** Why the server refused it. */
  problem?: string;
}

/** A file that was not taken, and why. */
export interface RefusedFile {
  name: string;
  reason: string;
}

function refusalOf(file: File, count: number): string | undefined {
  if (!PICTURE_TYPES.includes(file.type)) return 'Only image files are allowed';
  if (file.size > MAX_SCREENSHOT_BYTES) return 'Screenshots must be smaller than 10 MB';
  return count >= MAX_SCREENSHOTS ? `An issue can have at most ${MAX_SCREENSHOTS} screenshots` : undefined;
}

export interface PickedPictures {
  pictures: readonly PickedPicture[];
  /** What was not taken of the files that were chosen last. */
  refused: readonly RefusedFile[];
  /** Takes the good ones; says why it takes no other. */
  add: (files: readonly File[]) => PickedPicture[];
  remove: (id: string) => void;
  /** Says what the server made of them: without a problem it has them, and they are dropped here. */
  settle: (problems: ReadonlyMap<string, string | undefined>) => void;
  clear: () => void;
}

/**
 * Files chosen as screenshots, kept as long as the component is there.
 * @param taken screenshots that the issue has already
 */
export function usePickedPictures(taken = 0): PickedPictures {
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  // several files may be added before React has drawn the first
  const latest = useRef(pictures);
  const show = useCallback((next: readonly PickedPicture[]) => {
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
    (files: readonly File[]): PickedPicture[] => {
      const refusals: RefusedFile[] = [];
      const added: PickedPicture[] = [];
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

/** The files of what is pasted or dropped; none for words. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** Pictures in the clipboard are all called `image.png`: each gets a name of its own. */
const named = (file: File): File =>
  file.name === 'image.png' ? new File([file], `pasted-${new Date().toISOString()}.png`, { type: file.type }) : file;

interface Pasting {
  isOn?: boolean;
  /** Whether the taker is a dialog itself. What lies below one takes nothing: what is pasted is meant for the dialog. */
  isInDialog?: boolean;
}

/** Takes pictures that are pasted anywhere on the page, while it is on. Words go where they are pasted. */
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
      // a spreadsheet's cells come as words and as a picture of them: words are what was meant
      if (event.defaultPrevented || files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      taker.current(files.map(named));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn, isInDialog]);
}
