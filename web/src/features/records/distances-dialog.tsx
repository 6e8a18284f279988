import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
  tokens,
} from '@fluentui/react-components';
import { metresSearched, type SearchKind } from '@symbio/agency-lists/lists';
import { useState } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { DistancesConfirmation } from './distances-confirmation.js';
import { kindText } from './record-text.js';
import {
  useGetSearchDistancesQuery,
  useSaveSearchDistancesMutation,
  type OwnDistance,
  type SearchDistance,
  type SearchDistances,
} from './records-api.js';

const useStyles = makeStyles({
  surface: { maxWidth: '860px' },
  content: { display: 'flex', flexDirection: 'column', gap: '12px', maxHeight: 'min(74vh, 760px)', overflow: 'hidden' },
  source: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // only the list scrolls: a refusal above it stays in view
  list: { listStyleType: 'none', margin: 0, padding: 0, minHeight: 0, overflowY: 'auto' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(180px, 1fr) 190px 96px',
    alignItems: 'center',
    gap: '4px 10px',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr) 96px' },
  },
  title: { '@media (max-width: 600px)': { gridColumn: '1 / -1' } },
  reason: { gridColumn: '1 / -1' },
  usual: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  select: { minWidth: 0 },
  miles: { minWidth: 0 },
});

interface Edited {
  kind: string;
  /** As typed. */
  miles: string;
  reason: string;
}

const KINDS: readonly (readonly [SearchKind, string])[] = [
  ['miles', 'Miles'],
  ['property', 'Property only'],
  ['adjoining', 'Property and adjoining'],
  ['none', 'Not searched'],
];

const editedOf = ({ kind, miles, reason }: SearchDistance): Edited => ({
  ...{ kind, miles: miles > 0 ? String(miles) : '', reason: reason ?? '' },
});

const reachOf = (kind: string, miles: number): number => metresSearched({ kind: kind as SearchKind, miles }) ?? -1;

export const isShorter = (
  { kind, miles }: Pick<SearchDistance, 'kind' | 'miles'>,
  { default_kind: usual, default_miles: usualMiles }: Pick<SearchDistance, 'default_kind' | 'default_miles'>,
): boolean => reachOf(kind, miles) < reachOf(usual, usualMiles);

const ownDistances = (distances: readonly SearchDistance[]): OwnDistance[] =>
  distances
    .filter((each) => each.kind !== each.default_kind || each.miles !== each.default_miles)
    .map(({ list, kind, miles, reason }) => ({ list, kind, miles, reason }));

/** How far from the property each list is searched. */
export function DistancesDialog(props: { projectId: string; canEdit: boolean; onClose: () => void }) {
  const styles = useStyles();
  const { data, error, refetch } = useGetSearchDistancesQuery(props.projectId);
  if (data) return <DistancesForm {...props} given={data} />;
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && props.onClose()}>
      <DialogSurface className={styles.surface}>
        {error ? (
          <LoadErrorMessage what="The distances" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingView label="Loading distances..." />
        )}
      </DialogSurface>
    </Dialog>
  );
}

interface DistancesFormProps {
  projectId: string;
  canEdit: boolean;
  given: SearchDistances;
  onClose: () => void;
}

function DistancesForm({ projectId, canEdit, given, onClose }: DistancesFormProps) {
  const styles = useStyles();
  const [save, { isLoading, error }] = useSaveSearchDistancesMutation();
  // another person's change must not replace the input
  const [{ distances, source }] = useState(given);
  const [changes, setChanges] = useState<Readonly<Record<string, Edited>>>({});
  const leaving = useFormLeaving({ isDirty: Object.keys(changes).length > 0, isBusy: isLoading, onClose });
  const now = distances.map((each): SearchDistance => {
    const { kind, miles, reason } = changes[each.list] ?? editedOf(each);
    return { ...each, kind, miles: kind === 'miles' ? Number(miles) : 0, reason: reason.trim() || null };
  });

  async function submit(): Promise<void> {
    try {
      await save({ projectId, distances: ownDistances(now) }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    offerUndo(
      { title: 'Search distances saved' },
      {
        what: 'search distances',
        undo: () => save({ projectId, distances: ownDistances(distances) }).unwrap(),
      },
    );
    onClose();
  }

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Search distances</DialogTitle>
          <DialogContent className={styles.content}>
            <div className={styles.source}>{`Source of the defaults: ${source}.`}</div>
            <DistancesConfirmation
              projectId={projectId}
              table={given}
              canConfirm={canEdit && Object.keys(changes).length === 0}
            />
            {error ? (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{changeRefusal(error)}</MessageBarBody>
              </MessageBar>
            ) : null}
            <ul className={styles.list}>
              {now.map((distance) => (
                <DistanceRow
                  key={distance.list}
                  distance={distance}
                  edited={changes[distance.list] ?? editedOf(distance)}
                  canEdit={canEdit}
                  onChange={(edited) => setChanges((before) => ({ ...before, [distance.list]: edited }))}
                />
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button disabled={isLoading} onClick={onClose}>
              {canEdit ? 'Cancel' : 'Close'}
            </Button>
            {canEdit ? (
              <Button appearance="primary" disabledFocusable={isLoading} onClick={() => void submit()}>
                {isLoading ? 'Saving...' : 'Save'}
              </Button>
            ) : null}
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

interface DistanceRowProps {
  distance: SearchDistance;
  edited: Edited;
  canEdit: boolean;
  onChange: (edited: Edited) => void;
}

function DistanceRow({ distance, edited, canEdit, onChange }: DistanceRowProps) {
  const styles = useStyles();
  const { title, default_kind: kind, default_miles: miles } = distance;
  return (
    <li className={styles.row}>
      <span className={styles.title}>
        {title}
        <span className={styles.usual}>{`Default: ${kindText({ kind, miles })}`}</span>
      </span>
      <Select
        className={styles.select}
        aria-label={`Distance of ${title}`}
        disabled={!canEdit}
        value={edited.kind}
        onChange={(_, { value }) => onChange({ ...edited, kind: value })}
      >
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {edited.kind === 'miles' ? (
        <Input
          className={styles.miles}
          type="number"
          step="any"
          min={0}
          aria-label={`Miles of ${title}`}
          disabled={!canEdit}
          value={edited.miles}
          onChange={(_, { value }) => onChange({ ...edited, miles: value })}
        />
      ) : (
        <span />
      )}
      {isShorter(distance, distance) ? (
        <Input
          className={styles.reason}
          aria-label={`Reason for the shorter distance of ${title}`}
          placeholder="Why a shorter distance is enough"
          maxLength={500}
          disabled={!canEdit}
          value={edited.reason}
          onChange={(_, { value }) => onChange({ ...edited, reason: value })}
        />
      ) : null}
    </li>
  );
}
