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
  Select,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { CategoryOptions } from '../category-options.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { apiErrorOf, withFailure } from '../../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../../lib/ui/forms.js';
import { conflictsIn, saveDocument, theirValues, type Facts } from '../save-document.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Messages by field, or a general sentence. */
interface Refusal {
  fields: Partial<Record<'title' | 'category' | 'description', string>>;
  reason: string;
}

const conflictText = (value: string | null): string =>
  `Another user has ${value ? `changed this to “${value}”` : 'cleared this'}. Save again to overwrite it.`;

/** DOC-09 to DOC-11. Cannot be closed while saving. */
export function DocumentEditDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  /** Initial values, or those of a conflict. */
  const [seen, setSeen] = useState<Facts>(document);
  const styles = useStyles();
  const { data: categories } = useGetCategoriesQuery();
  const dispatch = useApiDispatch();
  const [isLoading, setLoading] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusFirstInvalid(form);
  const [title, setTitle] = useState(document.title);
  const [category, setCategory] = useState(document.category);
  const [description, setDescription] = useState(document.description ?? '');
  const isDirty =
    title !== document.title || category !== document.category || description !== (document.description ?? '');
  const problemOf = (field: keyof Refusal['fields']) => refusal?.fields[field];
  const corrected = (field: keyof Refusal['fields']): void =>
    setRefusal((before) => before && { ...before, fields: withoutMessage(before.fields, field) });
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });
  const isComplete = title.trim() !== '' && category !== '';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    setLoading(true);
    const typed = { title: title.trim(), category, description: description.trim() };
    const said: Partial<Facts> = {
      ...(typed.title !== document.title && { title: typed.title }),
      ...(typed.category !== document.category && { category: typed.category }),
      ...(typed.description !== (document.description ?? '') && { description: typed.description || null }),
    };
    const error = await saveDocument(dispatch, document.id, said, seen);
    setLoading(false);
    if (error === undefined) return onClose();
    const theirs = theirValues(error);
    if (theirs) {
      const { category: value } = theirs;
      const shown = { ...theirs, category: categories?.find((each) => each.value === value)?.label ?? value };
      const names = conflictsIn(said, seen, theirs);
      setRefusal({ fields: Object.fromEntries(names.map((name) => [name, conflictText(shown[name])])), reason: '' });
      setSeen(theirs);
      focusInvalid();
      return;
    }
    const { fields, message } = withFailure(apiErrorOf(error), 'Failed to update document');
    setRefusal({ fields, reason: Object.keys(fields).length > 0 ? '' : message });
    focusInvalid();
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <form ref={form} onSubmit={save}>
          <DialogBody>
            <DialogTitle>Edit Document</DialogTitle>
            <DialogContent className={styles.form}>
              {refusal && (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>
                    <div>Failed to update document. Please try again.</div>
                    {refusal.reason && <div>{refusal.reason}</div>}
                  </MessageBarBody>
                </MessageBar>
              )}
              <Field label="Title" required validationMessage={problemOf('title')}>
                <Input
                  value={title}
                  onChange={(_, { value }) => {
                    setTitle(value);
                    corrected('title');
                  }}
                />
              </Field>
              <Field
                label="Category"
                required
                hint={document.classification?.reasoning}
                validationMessage={problemOf('category')}
              >
                <Select
                  value={category}
                  onChange={(_, { value }) => {
                    setCategory(value);
                    corrected('category');
                  }}
                >
                  <CategoryOptions categories={categories ?? []} />
                </Select>
              </Field>
              <Field label="Description" validationMessage={problemOf('description')}>
                <Textarea
                  rows={3}
                  value={description}
                  onChange={(_, { value }) => {
                    setDescription(value);
                    corrected('description');
                  }}
                />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button disabled={isLoading} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" appearance="primary" disabled={!isComplete || isLoading}>
                {isLoading ? 'Saving...' : 'Save'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
