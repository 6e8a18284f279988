import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { isPageKind } from '@symbio/proto/document/vocabulary';
import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage } from '../../../../lib/http/errors.js';
import { KIND_WORDS, usePageKinds, type KindWord } from './page-kinds.js';
import { PagesDialog } from './pages-dialog.js';

interface PageKindsDialogProps {
  pages: readonly DocumentPage[];
  page: DocumentPage;
  onClose: () => void;
}

const kindOf = ({ metadata }: DocumentPage): KindWord => {
  const kind = metadata?.page_type ?? '';
  return isPageKind(kind) ? kind : 'none';
};

/** `2 Sanborn maps, 1 of no kind` */
function presentKinds(pages: readonly DocumentPage[]): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const kind = kindOf(page);
    const name = kind === 'none' || kind === 'reset' ? 'of no kind' : PAGE_KIND_LABELS[kind].toLowerCase();
    const shown = name.replace(/^sanborn/, 'Sanborn');
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => `${count} ${name}${count === 1 || name === 'of no kind' ? '' : 's'}`)
    .join(', ');
}

export function PageKindsDialog({ pages, page, onClose }: PageKindsDialogProps) {
  const save = usePageKinds(page.document_id);
  const before = kindOf(page);
  const [word, setWord] = useState<KindWord>(before);
  const alike = pages.filter((other) => kindOf(other) === before);
  const ofKind =
    before === 'none' || before === 'reset'
      ? `All ${alike.length} of no kind`
      : `All ${alike.length} recognized as ${PAGE_KIND_LABELS[before]}`;
  return (
    <PagesDialog
      title="Kind of pages"
      pages={pages}
      listed={[page]}
      choices={[
        ...(alike.length > 1 && alike.length < pages.length ? [{ text: ofKind, pages: alike }] : []),
        ...(pages.length > 1 ? [{ text: `All ${pages.length} pages`, pages }] : []),
      ]}
      present={presentKinds}
      isDirty={word !== before}
      noun="pages"
      save={(chosen) => save(chosen, word)}
      refusal={(error) => errorMessage(error, 'The kind could not be saved. Please try again.')}
      onClose={onClose}
    >
      <Field label="What they are">
        <RadioGroup
          value={word}
          onChange={(_, { value }) => setWord(KIND_WORDS.find((each) => each.word === value)?.word ?? word)}
        >
          {KIND_WORDS.map((each) => (
            <Radio key={each.word} value={each.word} label={each.name} />
          ))}
        </RadioGroup>
      </Field>
    </PagesDialog>
  );
}
