import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  OverlayDrawer,
  Select,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { COVERAGE_STATE_LABELS } from '@symbio/proto/labels';
import { MAX_COVERAGE_NOTE } from '@symbio/proto/limits';
import { COVERAGE_STATES, isCoverageState } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { RouterLink } from '../../components/router-link.js';
import { useGetDocumentPagesQuery, useGetDocumentQuery } from '../../evidence/documents-api.js';
import { useUnsaved } from '../../lib/edits/unsaved.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { medium } from '../../lib/ui/formats.js';
import { useSaveCoverageMutation, type Coverage, type CoverageCell, type Place } from './coverage-api.js';
import { isSamePlace, placeText, statementsOf } from './coverage-text.js';
import { placesIn, SCOPE_LABELS, scopesOf, type Scope } from './statement-scope.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 520px)' },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, paddingBottom: '24px' },
  heading: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, margin: '0 0 4px' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const DECADE = 10;

interface CellDrawerProps {
  projectId: string;
  coverage: Coverage;
  place: Place;
  canEdit: boolean;
  onGap: () => void;
  onClose: () => void;
}

/** The documents of a source in a decade and area, and what a person states about it. */
export function CellDrawer({ projectId, coverage, place, canEdit, onGap, onClose }: CellDrawerProps) {
  const styles = useStyles();
  const cell = coverage.cells.find((one) => isSamePlace(one, place));
  const earlier = coverage.history.filter((one) => one.cell !== null && isSamePlace(one.cell, place));
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      aria-label="Source in a decade"
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
        >
          {placeText(place)}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        <section aria-label="Documents">
          <h3 className={styles.heading}>Documents</h3>
          {cell && cell.document_ids.length > 0 ? (
            <ul className={styles.list}>
              {cell.document_ids.map((id) => (
                <DocumentSheets key={id} projectId={projectId} documentId={id} decade={place.decade} />
              ))}
            </ul>
          ) : cell && cell.years.length > 0 ? (
            <RouterLink
              to={`/projects/${projectId}/records`}
            >{`Agency lists searched in ${cell.years.join(', ')}`}</RouterLink>
          ) : (
            <Text>No document.</Text>
          )}
          {cell && cell.no_coverage_years.length > 0 && (
            <Text block>{`A document says that nothing covers ${cell.no_coverage_years.join(', ')}.`}</Text>
          )}
        </section>
        <StatementForm
          // another cell starts with its own values
          key={placeText(place)}
          {...{ projectId, coverage, place, cell, canEdit }}
        />
        {canEdit && (
          <div className={styles.actions}>
            <Button onClick={onGap}>Record a gap</Button>
          </div>
        )}
        {earlier.length > 0 && (
          <section aria-label="Earlier statements">
            <h3 className={styles.heading}>Earlier statements</h3>
            <ul className={styles.list}>
              {earlier.map(({ id, cell: old }) =>
                old === null ? null : (
                  <li key={id}>
                    {`${COVERAGE_STATE_LABELS[old.state]}: ${old.note}`}
                    <div className={styles.muted}>{`${old.by_name ?? ''}, ${medium(old.at)}`}</div>
                  </li>
                ),
              )}
            </ul>
          </section>
        )}
      </DrawerBody>
    </OverlayDrawer>
  );
}

interface DocumentSheetsProps {
  projectId: string;
  documentId: string;
  decade: number;
}

/** The document and its sheets of the decade. */
function DocumentSheets({ projectId, documentId, decade }: DocumentSheetsProps) {
  const document = useGetDocumentQuery(documentId);
  const pages = useGetDocumentPagesQuery(documentId);
  const href = `/projects/${projectId}/documents/${documentId}`;
  const sheets = (pages.data ?? []).flatMap(({ id, page_number: number, metadata }) => {
    const year = metadata?.year ?? 0;
    return year >= decade && year < decade + DECADE ? [{ id, number, year }] : [];
  });
  return (
    <li>
      <RouterLink to={href}>{document.data?.title ?? 'Document'}</RouterLink>
      {sheets.map(({ id, year, number }) => (
        <div key={id}>
          <RouterLink to={`${href}?page=${number}`}>{`${year}, page ${number}`}</RouterLink>
        </div>
      ))}
    </li>
  );
}

interface StatementFormProps {
  projectId: string;
  coverage: Coverage;
  place: Place;
  cell: CoverageCell | undefined;
  canEdit: boolean;
}

function StatementForm({ projectId, coverage, place, cell, canEdit }: StatementFormProps) {
  const styles = useStyles();
  const [save, { isLoading, error }] = useSaveCoverageMutation();
  const stated = cell?.stated ?? null;
  const before = { state: stated && cell ? cell.state : '', note: stated?.note ?? '' };
  // undefined: as stored
  const [state = before.state, setState] = useState<string>();
  const [note = before.note, setNote] = useState<string>();
  const [scope, setScope] = useState<Scope>('cell');
  const scopes = scopesOf(place);
  const places = placesIn(scope, place, coverage);
  const isDirty = state !== before.state || note !== before.note;
  useUnsaved(isDirty);

  const submit = async () => {
    const others = statementsOf(coverage.cells).filter((one) => !isSamePlace(one as Place, place));
    const own = isCoverageState(state)
      ? places.map((one) => ({ ...one, coverage_state: state, note: note.trim() }))
      : [];
    const firstUse = coverage.first_use && { year: coverage.first_use.year, note: coverage.first_use.note };
    const request = { projectId, cells: [...others, ...own], firstUse, updatedAt: coverage.updated_at };
    if ((await save(request)).error) return;
    setState(undefined);
    setNote(undefined);
    setScope('cell');
  };

  return (
    <section aria-label="Statement" className={styles.form}>
      <h3 className={styles.heading}>Statement</h3>
      {error && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{changeRefusal(error)}</MessageBarBody>
        </MessageBar>
      )}
      <Field label="State">
        <Select value={state} disabled={!canEdit} onChange={(_, { value }) => setState(value)}>
          <option value="">As the documents</option>
          {COVERAGE_STATES.map((one) => (
            <option key={one} value={one}>
              {COVERAGE_STATE_LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      {state !== '' && canEdit && (
        <Field label="For" hint={scope === 'cell' ? undefined : `${places.length} cells`}>
          <Select value={scope} onChange={(_, { value }) => setScope(scopes.find((one) => one === value) ?? 'cell')}>
            {scopes.map((one) => (
              <option key={one} value={one}>
                {SCOPE_LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {state !== '' && (
        <Field label="Reason" required>
          <Textarea
            rows={3}
            disabled={!canEdit}
            maxLength={MAX_COVERAGE_NOTE}
            value={note}
            onChange={(_, { value }) => setNote(value)}
          />
        </Field>
      )}
      {stated && <div className={styles.muted}>{`${stated.by_name ?? ''}, ${medium(stated.at)}`}</div>}
      {canEdit && (
        <div className={styles.actions}>
          <Button
            appearance="primary"
            disabled={!(isDirty || places.length > 1) || (state !== '' && note.trim() === '')}
            disabledFocusable={isLoading}
            onClick={() => void submit()}
          >
            {isLoading ? 'Saving...' : 'Save'}
          </Button>
        </div>
      )}
    </section>
  );
}
