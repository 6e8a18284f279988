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
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useFormLeaving } from '../../../../components/form-dialog.js';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { changeRefusal } from '../../../../lib/http/errors.js';
import { pagesIn, rangesOf } from '../page-kinds/page-ranges.js';
import { useSeveralYears } from './several-years.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  quick: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
  note: { color: tokens.colorNeutralForeground3 },
});

interface YearsDialogProps {
  /** All of the document. */
  pages: readonly DocumentPage[];
  /** Chosen at first. */
  listed: readonly DocumentPage[];
  onClose: () => void;
}

const yearOf = ({ title_block: block }: DocumentPage) => block?.year?.value ?? null;
const rangesOfPages = (pages: readonly DocumentPage[]): string => rangesOf(pages.map((page) => page.page_number));

/** `3 of 1887, 1 not known` */
function presentYears(pages: readonly DocumentPage[]): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const year = yearOf(page);
    const name = year === null ? 'not known' : `of ${year}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

export function YearsDialog({ pages, listed, onClose }: YearsDialogProps) {
  const styles = useStyles();
  const save = useSeveralYears(pages[0]?.document_id ?? '');
  const [year, setYear] = useState('');
  const own = rangesOfPages(listed);
  const [text, setText] = useState(own);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useFormLeaving({ isDirty: year !== '' || text.trim() !== own, isBusy, onClose });

  const named = pagesIn(text, pages.at(-1)?.page_number ?? 0);
  const numbers = new Set('numbers' in named ? named.numbers : []);
  const chosen = pages.filter(({ page_number: number }) => numbers.has(number));
  const unknown = pages.filter((page) => yearOf(page) === null);
  const plain = year.trim();
  const isYear = plain === '' || /^\d{4}$/.test(plain);

  async function submit(): Promise<void> {
    if (chosen.length === 0 || !isYear || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await save(chosen, plain === '' ? null : Number(plain));
      onClose();
    } catch (error) {
      setProblem(changeRefusal(error));
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
            <DialogTitle>Year of several sheets</DialogTitle>
            <DialogContent className={styles.content}>
              {problem !== null && (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{problem}</MessageBarBody>
                </MessageBar>
              )}
              <Field
                label="Year"
                hint={isYear ? 'Leave empty if unknown.' : undefined}
                validationState={isYear ? 'none' : 'error'}
                validationMessage={isYear ? undefined : 'Enter a year of four digits.'}
              >
                <Input inputMode="numeric" value={year} onChange={(_, { value }) => setYear(value)} />
              </Field>
              <div>
                <Field
                  label="Pages"
                  hint={'numbers' in named ? `Now: ${presentYears(chosen)}.` : undefined}
                  validationState={'problem' in named ? 'error' : 'none'}
                  validationMessage={'problem' in named ? named.problem : undefined}
                >
                  <Input value={text} onChange={(_, { value }) => setText(value)} />
                </Field>
                <div className={styles.quick}>
                  {unknown.length > 0 && unknown.length < pages.length && (
                    <Button size="small" onClick={() => setText(rangesOfPages(unknown))}>
                      {unknown.length === 1 ? 'The one without a year' : `All ${unknown.length} without a year`}
                    </Button>
                  )}
                  <Button size="small" onClick={() => setText(rangesOfPages(pages))}>
                    All {pages.length} pages
                  </Button>
                </div>
              </div>
              <Text className={styles.note}>Your choice is kept when the document is processed again.</Text>
            </DialogContent>
            <DialogActions>
              <Button disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              <Button appearance="primary" type="submit" disabled={isBusy || chosen.length === 0 || !isYear}>
                {isBusy ? 'Saving...' : chosen.length === 1 ? 'Save' : `Save for ${chosen.length} sheets`}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
