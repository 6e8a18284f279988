import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { LIEN_SEARCH_ORDERER_LABELS, LIEN_SEARCH_RESULT_LABELS } from '@symbio/proto/labels';
import { MAX_LIEN_SEARCH_TEXT, MAX_LIEN_SEARCHER } from '@symbio/proto/limits';
import { LIEN_SEARCH_ORDERERS, LIEN_SEARCH_RESULTS } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { yearOf } from './coverage-text.js';
import {
  useCreateLienSearchMutation,
  useUpdateLienSearchMutation,
  type LienSearch,
  type LienSearchValues,
} from './lien-searches-api.js';
import { FieldRow, RecordDialog } from '../../components/record-dialog.js';

const NEW: LienSearchValues = {
  ...{ searched_by: '', date: '', from: null, to: null, ordered_by: 'user', result: 'none', text: '' },
  document_id: null,
};

interface LienSearchDialogProps {
  projectId: string;
  /** Undefined: a new one. */
  search: LienSearch | undefined;
  onClose: () => void;
}

/** Records or changes a search for liens and use limitations. */
export function LienSearchDialog({ projectId, search, onClose }: LienSearchDialogProps) {
  const { data: titles = {} } = useGetDocumentTitlesQuery(projectId);
  // another person's change must not replace the input
  const [seen] = useState(search);
  const [before] = useState<LienSearchValues>(() => {
    const { searched_by, date, from, to, ordered_by, result, text, document_id } = search ?? NEW;
    return { searched_by, date, from, to, ordered_by, result, text, document_id };
  });
  const [values, setValues] = useState(before);
  const creationId = useCreationId();
  const [create, creation] = useCreateLienSearchMutation();
  const [update, changing] = useUpdateLienSearchMutation();
  const isLoading = creation.isLoading || changing.isLoading;
  const error = creation.error ?? changing.error;
  const set = (change: Partial<LienSearchValues>) => setValues((old) => ({ ...old, ...change }));
  const isFound = values.result === 'found';
  const isMissing = values.searched_by.trim() === '' || values.date === '' || (isFound && values.text.trim() === '');

  const save = async () => {
    const saved = seen
      ? await update({ id: seen.id, values, updatedAt: seen.updated_at })
      : await create({ projectId, id: creationId(values), values });
    if (!saved.error) onClose();
  };
  const year = (field: 'from' | 'to', label: string) => (
    <Field label={label}>
      <Input
        type="number"
        value={values[field] === null ? '' : String(values[field])}
        onChange={(_, { value }) => set({ [field]: yearOf(value) })}
      />
    </Field>
  );

  return (
    <RecordDialog
      title={seen ? 'Edit lien search' : 'New lien search'}
      isDirty={values !== before}
      isMissing={isMissing}
      {...{ isLoading, error, onClose }}
      onSave={() => void save()}
    >
      <FieldRow>
        <Field label="Searched by" required>
          <Input
            maxLength={MAX_LIEN_SEARCHER}
            value={values.searched_by}
            onChange={(_, { value }) => set({ searched_by: value })}
          />
        </Field>
        <Field label="Date" required>
          <Input type="date" value={values.date} onChange={(_, { value }) => set({ date: value })} />
        </Field>
        {year('from', 'Records from year')}
        {year('to', 'To year')}
        <Field label="Ordered by">
          <Select
            value={values.ordered_by}
            onChange={(_, { value }) =>
              set({ ordered_by: LIEN_SEARCH_ORDERERS.find((one) => one === value) ?? values.ordered_by })
            }
          >
            {LIEN_SEARCH_ORDERERS.map((orderer) => (
              <option key={orderer} value={orderer}>
                {LIEN_SEARCH_ORDERER_LABELS[orderer]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Result">
          <Select
            value={values.result}
            onChange={(_, { value }) =>
              set({ result: LIEN_SEARCH_RESULTS.find((one) => one === value) ?? values.result })
            }
          >
            {LIEN_SEARCH_RESULTS.map((result) => (
              <option key={result} value={result}>
                {LIEN_SEARCH_RESULT_LABELS[result]}
              </option>
            ))}
          </Select>
        </Field>
      </FieldRow>
      <Field label={isFound ? 'What was found' : 'Note'} required={isFound}>
        <Textarea
          rows={4}
          maxLength={MAX_LIEN_SEARCH_TEXT}
          value={values.text}
          onChange={(_, { value }) => set({ text: value })}
        />
      </Field>
      <Field label="Document" hint="Upload the result to the project first.">
        <Select
          value={values.document_id ?? ''}
          onChange={(_, { value }) => set({ document_id: value === '' ? null : value })}
        >
          <option value="">None</option>
          {values.document_id !== null && !(values.document_id in titles) ? (
            <option value={values.document_id}>No longer found</option>
          ) : null}
          {Object.entries(titles).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
    </RecordDialog>
  );
}
