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
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { CategoryOptions } from '../category-options.js';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { saveDocument } from '../save-document.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Edit of a document's title, category and description (DOC-09 to DOC-11). It cannot close while saving. */
export function DocumentEditDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const styles = useStyles();
  const { data: categories } = useGetCategoriesQuery();
  const dispatch = useApiDispatch();
  const [isLoading, setLoading] = useState(false);
  const [isError, setError] = useState(false);
  const [title, setTitle] = useState(document.title);
  const [category, setCategory] = useState(document.category);
  const [description, setDescription] = useState(document.description ?? '');
  const isDirty =
    title !== document.title || category !== document.category || description !== (document.description ?? '');
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });
  const isComplete = title.trim() !== '' && category !== '';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    setLoading(true);
    const facts = { title: title.trim(), category, description: description.trim() || null };
    const error = await saveDocument(dispatch, document, facts);
    setLoading(false);
    setError(Boolean(error));
    if (!error) onClose();
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <form onSubmit={save}>
          <DialogBody>
            <DialogTitle>Edit Document</DialogTitle>
            <DialogContent className={styles.form}>
              {isError && (
                <MessageBar intent="error" role="alert">
                  <MessageBarBody>Failed to update document. Please try again.</MessageBarBody>
                </MessageBar>
              )}
              <Field label="Title" required>
                <Input value={title} onChange={(_, { value }) => setTitle(value)} />
              </Field>
              <Field label="Category" required hint={document.classification?.reasoning}>
                <Select value={category} onChange={(_, { value }) => setCategory(value)}>
                  <CategoryOptions categories={categories ?? []} />
                </Select>
              </Field>
              <Field label="Description">
                <Textarea rows={3} value={description} onChange={(_, { value }) => setDescription(value)} />
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
