import { useEffect, useRef, useState, type RefObject } from 'react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage, isApiError } from '../../../../lib/http/errors.js';
import { factText } from '../page-facts.js';
import { useCorrectTitleBlockMutation, useLazyGetTitleBlockQuery } from './title-block-api.js';
import type { PageTitleBlock, SheetFactName, TitleBlock } from './title-block-records.js';

interface Draft {
  fact: SheetFactName;
  text: string;
  /** When the editor opened. */
  seenValue: string | number | null;
  seen: string | null;
}

export interface FactEdit {
  fact: SheetFactName | null;
  /** Its button is {@link pencil}. */
  last: SheetFactName | null;
  text: string;
  setText: (text: string) => void;
  begin: (fact: SheetFactName) => void;
  cancel: () => void;
  /** Empty input means not known. */
  save: () => void;
  reset: () => void;
  isSaving: boolean;
  problem: string | null;
  /** Conflicting value of another user, as text. */
  theirs: string | null;
  keepMine: () => void;
  /** Receives focus when the editor closes. */
  pencil: RefObject<HTMLButtonElement | null>;
}

const NUMBERS: readonly SheetFactName[] = ['year', 'north'];

/** Invalid numbers are sent as text, for the server's error message. */
function asAnswered(fact: SheetFactName, text: string): string | number | null {
  const plain = text.trim();
  if (plain === '') return null;
  return NUMBERS.includes(fact) && /^\d{1,9}°?$/.test(plain) ? Number.parseInt(plain, 10) : plain;
}

const valueOf = (block: TitleBlock | undefined, fact: SheetFactName) => block?.[fact]?.value ?? null;

interface Options {
  page: DocumentPage;
  /** @param isReset whether the recognized value applies again */
  onSaved: (fact: SheetFactName, block: PageTitleBlock, isReset: boolean) => void;
}

/** Input survives refusals, conflicts and closing the section, until it is saved or cancelled. */
export function useFactEdit({ page, onSaved }: Options): FactEdit {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<{ text: string; seen: string | null } | null>(null);
  const [correct, { isLoading }] = useCorrectTitleBlockMutation();
  const [readBlock] = useLazyGetTitleBlockQuery();
  const [last, setLast] = useState<SheetFactName | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // the focused editor was removed
    if (wasEditing.current && draft === null) pencil.current?.focus();
    wasEditing.current = draft !== null;
  }, [draft]);
  const of = { pageId: page.id, documentId: page.document_id };

  const close = (): void => {
    setDraft(null);
    setProblem(null);
    setTheirs(null);
  };

  async function send({ fact, text, seenValue, seen }: Draft, isReset: boolean): Promise<void> {
    setProblem(null);
    const value = isReset ? undefined : asAnswered(fact, text);
    const attempt = async (as: string | null) => correct({ ...of, fact, value, seen: as }).unwrap();
    try {
      const block = await attempt(seen).catch(async (error: unknown) => {
        if (!isApiError(error) || error.code !== 'stale') throw error;
        const { title_block: now } = await readBlock(of).unwrap();
        const current = valueOf(now, fact);
        // only another fact changed: retry
        if (current === seenValue) return attempt(now.updated_at);
        setTheirs({ text: factText(fact, current) ?? 'not known', seen: now.updated_at });
        return null;
      });
      if (block === null) return;
      close();
      onSaved(fact, block, isReset);
    } catch (error) {
      const field = isApiError(error) ? error.fields[fact] : undefined;
      setProblem(field ?? errorMessage(error, 'The correction could not be saved. Please try again.'));
    }
  }

  return {
    fact: draft?.fact ?? null,
    last,
    text: draft?.text ?? '',
    setText: (text) => setDraft((now) => now && { ...now, text }),
    begin: (fact) => {
      const seenValue = valueOf(page.title_block, fact);
      setLast(fact);
      setProblem(null);
      setTheirs(null);
      setDraft({
        fact,
        text: seenValue === null ? '' : String(seenValue),
        seenValue,
        seen: page.title_block?.updated_at ?? null,
      });
    },
    cancel: close,
    save: () => void (draft && send(draft, false)),
    reset: () => void (draft && send(draft, true)),
    isSaving: isLoading,
    problem,
    theirs: theirs?.text ?? null,
    keepMine: () => {
      if (!draft || !theirs) return;
      setTheirs(null);
      void send({ ...draft, seen: theirs.seen }, false);
    },
    pencil,
  };
}
