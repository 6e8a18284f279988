import {
  Dialog,
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
import { FormActions } from '../../../components/form-actions.js';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { changeInBulk, refusalsOf } from '../bulk-changes.js';
import { CategoryOptions } from '../category-options.js';
import { DETAILS_WORDS } from './bulk-details.js';
import { providerNote, yearNote } from './document-facts.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { apiErrorOf, withFailure } from '../../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../../lib/ui/forms.js';
import { conflictsIn, saveDocument, theirValues, type Facts } from '../save-document.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalM,
  },
});

/** Messages by field, or a general sentence. */
interface Refusal {
  fields: Partial<Record<'title' | 'category' | 'description', string>>;
  reason: string;
}

const conflictText = (value: string | null): string =>
  `Another user has ${value ? `changed this to “${value}”` : 'cleared this'}. Save again to overwrite it.`;

const yearOf = ({ first_year: first, last_year: last }: ProjectDocument): string =>
  first && (!last || first === last) ? String(first) : '';

/** Year and source, which a bulk change of one document sets. */
function useDetailsFields(document: ProjectDocument) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const before = { year: yearOf(document), provider: document.provider ?? '' };
  const [year, setYear] = useState(before.year);
  const [provider, setProvider] = useState(before.provider);
  const details = {
    ...(year.trim() !== before.year && { year: year.trim() }),
    ...(provider.trim() !== before.provider && { provider: provider.trim() }),
  };
  const isDirty = Object.keys(details).length > 0;
  /** @returns why it was refused; empty on success */
  const save = async (): Promise<string> => {
    if (!isDirty) return '';
    const wish = { project_id: document.project_id, action: 'set_details', ids: [document.id], ...details } as const;
    const { changes, failure } = await changeInBulk(dispatch, [wish], DETAILS_WORDS);
    return failure || refusalsOf(changes);
  };
  const fields = (
    <div className={styles.pair}>
      <Field label="Year" hint={yearNote(document)}>
        <Input inputMode="numeric" maxLength={4} value={year} onChange={(_, { value }) => setYear(value)} />
      </Field>
      <Field label="Source" hint={providerNote(document)}>
        <Input maxLength={100} value={provider} onChange={(_, { value }) => setProvider(value)} />
      </Field>
    </div>
  );
  return { isDirty, save, fields };
}

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
  const details = useDetailsFields(document);
  const isDirty =
    title !== document.title ||
    category !== document.category ||
    description !== (document.description ?? '') ||
    details.isDirty;
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
    const isOnlyDetails = details.isDirty && Object.keys(said).length === 0;
    const error = isOnlyDetails ? undefined : await saveDocument(dispatch, document.id, said, seen);
    const reason = error === undefined ? await details.save() : '';
    setLoading(false);
    if (reason) return setRefusal({ fields: {}, reason });
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
              {details.fields}
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
            <FormActions label="Save" isBusy={isLoading} isMissing={!isComplete} onCancel={onClose} />
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
