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
import { useState, type ReactNode } from 'react';
import { useFormLeaving } from '../../../../components/form-dialog.js';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { pagesIn, rangesOf } from './page-ranges.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  quick: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
  note: { color: tokens.colorNeutralForeground3 },
});

const rangesOfPages = (pages: readonly DocumentPage[]): string => rangesOf(pages.map((page) => page.page_number));

interface PagesDialogProps {
  title: string;
  /** All of the document, by number. */
  pages: readonly DocumentPage[];
  /** Chosen at first. */
  listed: readonly DocumentPage[];
  choices: readonly { text: string; pages: readonly DocumentPage[] }[];
  /** What the chosen pages have now. */
  present: (chosen: readonly DocumentPage[]) => string;
  /** Fields of the value to set. */
  children: ReactNode;
  /** Whether {@link children} differ from their start. */
  isDirty: boolean;
  isValid?: boolean;
  noun: string;
  save: (chosen: readonly DocumentPage[]) => Promise<void>;
  /** Sentence about a failed save. */
  refusal: (error: unknown) => string;
  onClose: () => void;
}

/** Sets something on several pages of a document, which are named by their numbers. */
export function PagesDialog(props: PagesDialogProps) {
  const { title, pages, listed, choices, present, children, isDirty, isValid = true, noun, onClose } = props;
  const styles = useStyles();
  const own = rangesOfPages(listed);
  const [text, setText] = useState(own);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useFormLeaving({ isDirty: isDirty || text.trim() !== own, isBusy, onClose });

  const named = pagesIn(text, pages.at(-1)?.page_number ?? 0);
  const numbers = new Set('numbers' in named ? named.numbers : []);
  const chosen = pages.filter(({ page_number: number }) => numbers.has(number));

  async function submit(): Promise<void> {
    if (chosen.length === 0 || !isValid || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await props.save(chosen);
      onClose();
    } catch (error) {
      setProblem(props.refusal(error));
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
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.content}>
              {problem !== null && (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{problem}</MessageBarBody>
                </MessageBar>
              )}
              {children}
              <div>
                <Field
                  label="Pages"
                  hint={'numbers' in named ? `Now: ${present(chosen)}.` : undefined}
                  validationState={'problem' in named ? 'error' : 'none'}
                  validationMessage={'problem' in named ? named.problem : undefined}
                >
                  <Input value={text} onChange={(_, { value }) => setText(value)} />
                </Field>
                <div className={styles.quick}>
                  {choices.map((choice) => (
                    <Button key={choice.text} size="small" onClick={() => setText(rangesOfPages(choice.pages))}>
                      {choice.text}
                    </Button>
                  ))}
                </div>
              </div>
              <Text className={styles.note}>Your choice is kept when the document is processed again.</Text>
            </DialogContent>
            <DialogActions>
              <Button disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              <Button appearance="primary" type="submit" disabled={isBusy || chosen.length === 0 || !isValid}>
                {isBusy ? 'Saving...' : chosen.length > 1 ? `Save for ${chosen.length} ${noun}` : 'Save'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
