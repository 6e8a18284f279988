import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Dropdown,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Option,
  Select,
  tokens,
} from '@fluentui/react-components';
import { FIELDS } from '@symbio/agency-lists/columns';
import { LIST_KINDS, listKind } from '@symbio/agency-lists/lists';
import { useState } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { apiErrorOf, changeRefusal } from '../../lib/http/errors.js';
import { FIELD_LABELS, pendingVersion } from './list-text.js';
import type { DataSet, ListVersion } from '../../evidence/data-sets-api.js';
import { useNameColumnsMutation } from './lists-api.js';

const useStyles = makeStyles({
  surface: { maxWidth: '900px' },
  content: { display: 'flex', flexDirection: 'column', gap: '14px', maxHeight: 'min(74vh, 760px)', overflowY: 'auto' },
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))', gap: '10px 16px' },
  scroll: { overflowX: 'auto', flexShrink: 0 },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  cell: {
    textAlign: 'start',
    padding: '3px 12px 3px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    whiteSpace: 'nowrap',
    maxWidth: '240px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

type Unknown = NonNullable<ListVersion['unknown_columns']>;

/** Names the columns of a file with an unknown header; the names are kept for its next editions. */
export function ColumnsDialog({ list, onClose }: { list: DataSet; onClose: () => void }) {
  const version = pendingVersion(list);
  return version?.unknown_columns ? (
    <ColumnsForm list={list} versionId={version.id} unknown={version.unknown_columns} onClose={onClose} />
  ) : null;
}

interface ColumnsFormProps {
  list: DataSet;
  versionId: string;
  unknown: Unknown;
  onClose: () => void;
}

function ColumnsForm({ list, versionId, unknown, onClose }: ColumnsFormProps) {
  const styles = useStyles();
  const [save, { isLoading, error }] = useNameColumnsMutation();
  const [columns, setColumns] = useState<Readonly<Record<string, string>>>(unknown.proposed);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isDirty = columns !== unknown.proposed || chosen.length > 0;
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });
  const hasPlace = Boolean(columns['latitude'] && columns['longitude']);

  async function submit(): Promise<void> {
    const given = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== ''));
    try {
      await save({ id: list.id, versionId, columns: given, lists: chosen }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    onClose();
  }

  const fields = error ? apiErrorOf(error).fields : {};
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{`Columns of ${list.name}`}</DialogTitle>
          <DialogContent className={styles.content}>
            {error && !fields['lists'] ? (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{changeRefusal(error)}</MessageBarBody>
              </MessageBar>
            ) : null}
            <Sample unknown={unknown} />
            <Field
              label="Lists of its records"
              required
              hint="Every record of the file is on these lists."
              validationMessage={fields['lists']}
            >
              <Dropdown
                multiselect
                placeholder="Choose lists"
                value={chosen.map((key) => listKind(key)?.title ?? key).join(', ')}
                selectedOptions={[...chosen]}
                onOptionSelect={(_, { selectedOptions }) => setChosen(selectedOptions)}
              >
                {LIST_KINDS.map(({ list: key, title }) => (
                  <Option key={key} value={key}>
                    {title}
                  </Option>
                ))}
              </Dropdown>
            </Field>
            <div className={styles.fields} role="group" aria-label="Columns">
              {FIELDS.map((field) => (
                <Field key={field} label={FIELD_LABELS[field]}>
                  <Select
                    value={columns[field] ?? ''}
                    onChange={(_, { value }) => setColumns((before) => ({ ...before, [field]: value }))}
                  >
                    <option value="">None</option>
                    {unknown.header.map((column, at) => (
                      <option key={`${at} ${column}`} value={column}>
                        {column}
                      </option>
                    ))}
                  </Select>
                </Field>
              ))}
            </div>
            {hasPlace ? null : (
              <MessageBar intent="warning" layout="multiline">
                <MessageBarBody>
                  Without a latitude and a longitude no record can be placed. They are only found by city or ZIP code.
                </MessageBarBody>
              </MessageBar>
            )}
          </DialogContent>
          <DialogActions>
            <Button disabled={isLoading} onClick={onClose}>
              Cancel
            </Button>
            <Button
              appearance="primary"
              disabled={chosen.length === 0}
              disabledFocusable={isLoading}
              onClick={() => void submit()}
            >
              {isLoading ? 'Saving...' : 'Import'}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

const SAMPLE_ROWS = 6;

function Sample({ unknown: { header, sample } }: { unknown: Unknown }) {
  const styles = useStyles();
  return (
    // focusable, so that the keyboard can scroll it
    <div className={styles.scroll} role="region" aria-label="First rows of the file" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {header.map((column, at) => (
              <th key={at} scope="col" className={styles.cell}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, SAMPLE_ROWS).map((values, row) => (
            <tr key={row}>
              {values.map((value, at) => (
                <td key={at} className={styles.cell} title={value}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
