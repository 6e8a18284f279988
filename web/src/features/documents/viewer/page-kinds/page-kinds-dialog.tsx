import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { isPageKind } from '@symbio/proto/document/vocabulary';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { useFormLeaving } from '../../../../components/form-dialog.js';
import { errorMessage } from '../../../../lib/http/errors.js';
import { KIND_NAMES, KIND_WORDS, usePageKinds, type KindWord } from './page-kinds.js';
import { pagesIn, rangesOf } from './page-ranges.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  quick: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
  note: { color: tokens.colorNeutralForeground3 },
});

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
    const name = kind === 'none' || kind === 'reset' ? 'of no kind' : KIND_NAMES[kind].toLowerCase();
    const shown = name.replace(/^sanborn/, 'Sanborn');
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => `${count} ${name}${count === 1 || name === 'of no kind' ? '' : 's'}`)
    .join(', ');
}

export function PageKindsDialog({ pages, page, onClose }: PageKindsDialogProps) {
  const styles = useStyles();
  const save = usePageKinds(page.document_id);
  const before = kindOf(page);
  const own = String(page.page_number);
  const [word, setWord] = useState<KindWord>(before);
  const [text, setText] = useState(own);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useFormLeaving({ isDirty: word !== before || text.trim() !== own, isBusy, onClose });

  const last = pages.at(-1)?.page_number ?? 0;
  const named = pagesIn(text, last);
  const numbers = new Set('numbers' in named ? named.numbers : []);
  const chosen = pages.filter(({ page_number: number }) => numbers.has(number));
  const alike = pages.filter((other) => kindOf(other) === before);
  const choose = (which: readonly DocumentPage[]) => setText(rangesOf(which.map(({ page_number: number }) => number)));

  async function submit(): Promise<void> {
    if (chosen.length === 0 || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await save(chosen, word);
      onClose();
    } catch (error) {
      setProblem(errorMessage(error, 'The kind could not be saved. Please try again.'));
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <DialogBody>
            <DialogTitle>Kind of pages</DialogTitle>
            <DialogContent className={styles.content}>
              {problem !== null && (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{problem}</MessageBarBody>
                </MessageBar>
              )}
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
              <div>
                <Field
                  label="Pages"
                  hint={'numbers' in named ? `Now: ${presentKinds(chosen)}.` : undefined}
                  validationState={'problem' in named ? 'error' : 'none'}
                  validationMessage={'problem' in named ? named.problem : undefined}
                >
                  <Input value={text} onChange={(_, { value }) => setText(value)} />
                </Field>
                <div className={styles.quick}>
                  {alike.length > 1 && alike.length < pages.length && (
                    <Button size="small" onClick={() => choose(alike)}>
                      {before === 'none' || before === 'reset'
                        ? `All ${alike.length} of no kind`
                        : `All ${alike.length} recognized as ${KIND_NAMES[before]}`}
                    </Button>
                  )}
                  {pages.length > 1 && (
                    <Button size="small" onClick={() => choose(pages)}>
                      All {pages.length} pages
                    </Button>
                  )}
                </div>
              </div>
              <Text className={styles.note}>Your choice is kept when the document is processed again.</Text>
            </DialogContent>
            <DialogActions>
              <Button disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              <Button appearance="primary" type="submit" disabled={isBusy || chosen.length === 0}>
                {isBusy ? 'Saving...' : chosen.length > 1 ? `Save for ${chosen.length} pages` : 'Save'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
