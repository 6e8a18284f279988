import { useEffect, useRef, useState, type RefObject } from 'react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage, isApiError } from '../../../../lib/errors.js';
import { factText } from '../page-facts.js';
import { useCorrectTitleBlockMutation, useLazyGetTitleBlockQuery } from './title-block-api.js';
import type { PageTitleBlock, SheetFactName, TitleBlock } from './title-block-records.js';

/** What somebody writes for one fact. */
interface Draft {
  fact: SheetFactName;
  text: string;
  /** The fact and the title block as they were when the editor was opened. */
  seenValue: string | number | null;
  seen: string | null;
}

export interface FactEdit {
  /** The fact that is being edited; null for none. */
  fact: SheetFactName | null;
  /** The one that was edited last, whose button is {@link pencil}. */
  last: SheetFactName | null;
  text: string;
  setText: (text: string) => void;
  begin: (fact: SheetFactName) => void;
  cancel: () => void;
  /** Empty text: it is not known. */
  save: () => void;
  /** Takes the person's word back. */
  reset: () => void;
  isSaving: boolean;
  /** Why the last try came to nothing, a sentence. */
  problem: string | null;
  /** What somebody else has made of the fact meanwhile, as text; null when nobody has. */
  theirs: string | null;
  /** Saves the draft over it. */
  keepMine: () => void;
  /** For the button that begins: it has the focus again when the editor closes. */
  pencil: RefObject<HTMLButtonElement | null>;
}

const NUMBERS: readonly SheetFactName[] = ['year', 'north'];

/** What was typed, as the server takes it: a text that is no number is left to the server to refuse in words of its own. */
function asSaid(fact: SheetFactName, text: string): string | number | null {
  const plain = text.trim();
  if (plain === '') return null;
  return NUMBERS.includes(fact) && /^\d{1,9}°?$/.test(plain) ? Number.parseInt(plain, 10) : plain;
}

const valueOf = (block: TitleBlock | undefined, fact: SheetFactName) => block?.[fact]?.value ?? null;

interface Options {
  page: DocumentPage;
  /** @param isReset what was read holds again */
  onSaved: (fact: SheetFactName, block: PageTitleBlock, isReset: boolean) => void;
}

/**
 * Correcting one fact after the other in its place. What was typed stays until it is saved or cancelled: also when the
 * server refuses it, when somebody else was faster, and when the popover is closed meanwhile.
 */
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
    // the editor that had the focus is gone
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
    const value = isReset ? undefined : asSaid(fact, text);
    const attempt = async (as: string | null) => correct({ ...of, fact, value, seen: as }).unwrap();
    try {
      const block = await attempt(seen).catch(async (error: unknown) => {
        if (!isApiError(error) || error.code !== 'stale') throw error;
        const { title_block: now } = await readBlock(of).unwrap();
        const current = valueOf(now, fact);
        // another fact of the sheet was changed: this one may be
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
