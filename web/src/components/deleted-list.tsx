import { Button, makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import type { Page } from '../lib/http/api.js';
import { errorMessage } from '../lib/http/errors.js';
import { useStepBack } from '../lib/navigation/step-back.js';
import { countText, medium } from '../lib/ui/formats.js';
import { useSelection, type Selection } from '../lib/ui/selection.js';
import { cardTable } from './card-table.js';
import { Checkbox } from './checkbox.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { EmptyState } from './empty-state.js';
import { ErrorState } from './error-state.js';
import { ListFooter } from './list-footer.js';
import { PageHeader } from './page-header.js';
import { RowFocus } from './row-focus.js';
import { Sheet } from './sheet.js';

const DAY_MS = 86_400_000;

const NARROW = '@media (max-width: 900px)';
const { styles: table, inCard } = cardTable(NARROW);

const useStyles = makeStyles({
  ...table,
  row: {
    ...table.row,
    [NARROW]: {
      display: 'grid',
      gridTemplateColumns: '40px minmax(0, 1fr)',
      alignItems: 'start',
      gap: '4px 8px',
      padding: '12px 16px',
    },
  },
  choice: { width: '1%', [NARROW]: { gridRow: '1 / span 5', '::before': { content: 'none' } } },
  // negative margin: the 38 px checkbox must not grow the row
  box: { display: 'block', margin: '-10px -12px' },
  title: { overflowWrap: 'anywhere', [NARROW]: { ...inCard.title, gridColumn: 'auto' } },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  under: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  beside: { [NARROW]: { gridColumn: 2 } },
  moment: { whiteSpace: 'nowrap' },
  soon: { color: tokens.colorStatusDangerForeground1 },
  actions: {
    width: '1%',
    whiteSpace: 'nowrap',
    textAlign: 'end',
    [NARROW]: { gridColumn: 2, flexDirection: 'row', flexWrap: 'wrap', width: 'auto', '::before': { content: 'none' } },
  },
  destroys: { color: tokens.colorStatusDangerForeground1 },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '8px 24px',
    [NARROW]: { padding: '8px 16px' },
  },
  count: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px' },
});

/** ISO timestamps. */
export interface DeletedItem {
  id: string;
  title: string;
  deleted_at: string;
  deleted_by_name: string;
  /** When it is permanently deleted. */
  purge_at: string;
}

function timeLeft(purgeAt: string, now = Date.now()): { words: string; isSoon: boolean } {
  const days = Math.floor((Date.parse(purgeAt) - now) / DAY_MS);
  const words = days < 1 ? 'Less than a day' : countText(days, 'day');
  return { words, isSoon: days < 3 };
}

interface DeletedTexts<Thing> {
  /** Singular and plural. */
  noun: readonly [string, string];
  /** Below a title. */
  under: (item: Thing) => ReactNode;
  /** Between title and deletion date. */
  column: { name: string; cell: (item: Thing) => ReactNode };
  /** What permanent deletion removes. */
  loses: string;
}

export interface DeletedListProps<Thing> extends DeletedTexts<Thing> {
  subtitle: string;
  label: string;
  emptyText: string;
  back: ReactNode;
  answer: { data?: Page<Thing>; currentData?: Page<Thing>; error?: unknown; refetch: () => unknown };
  onPage: (page: number) => void;
  restore: (some: readonly Thing[]) => void;
  erase: Erase<Thing>;
}

/** Partially failed permanent deletion. */
export interface NotErased<Thing> {
  left: readonly Thing[];
  /** Empty if all succeeded. */
  refusal: string;
}

type Erase<Thing> = (some: readonly Thing[]) => Promise<NotErased<Thing>>;

/** Items of the last 30 days; restore and permanent deletion, also in bulk. */
export function DeletedList<Thing extends DeletedItem>({
  answer,
  back,
  restore,
  erase,
  ...props
}: DeletedListProps<Thing>) {
  const styles = useStyles();
  const { noun, onPage } = props;
  const many = noun[1];
  const { data, currentData, error, refetch } = answer;
  // the previous page's rows stay during loading, but do not hide an error
  const hasFailed = error !== undefined && !currentData;
  const shown = hasFailed ? undefined : (currentData ?? data);
  const items = shown?.data ?? (NONE as readonly Thing[]);
  const isBeyond = useStepBack(currentData, onPage);
  const selection = useSelection(items);
  const [asked, setAsked] = useState<readonly Thing[]>([]);
  const restoreSome = (some: readonly Thing[]): void => {
    selection.clear();
    restore(some);
  };
  return (
    <>
      <RowFocus />
      <PageHeader title={`Recently deleted ${many}`} subtitle={props.subtitle} actions={back} />
      <Sheet padded={false} aria-label={props.label}>
        {hasFailed ? (
          <ErrorState title={`Failed to load ${many}. Please try refreshing the page.`} onRetry={() => void refetch()}>
            {errorMessage(error, `Failed to fetch ${many}`)}
          </ErrorState>
        ) : !shown || isBeyond ? (
          <Skeleton className={styles.skeleton} aria-label={`Loading ${many}`}>
            <SkeletonItem size={20} />
            <SkeletonItem size={20} />
          </Skeleton>
        ) : items.length === 0 ? (
          <EmptyState title={`No deleted ${many}.`}>{props.emptyText}</EmptyState>
        ) : (
          <>
            <div className={styles.bar} role="toolbar" aria-label={`Selected ${many}`}>
              <span className={styles.count} aria-live="polite">
                {selection.items.length === 0
                  ? `Select ${many} to restore or delete several`
                  : `${selection.items.length} selected`}
              </span>
              <Button
                icon={<ArrowUndoRegular />}
                disabledFocusable={selection.items.length === 0}
                onClick={() => restoreSome(selection.items)}
              >
                Restore
              </Button>
              <Button
                className={selection.items.length > 0 ? styles.destroys : undefined}
                icon={<DeleteRegular />}
                disabledFocusable={selection.items.length === 0}
                onClick={() => setAsked(selection.items)}
              >
                Delete permanently
              </Button>
            </div>
            <DeletedTable
              {...props}
              items={items}
              selection={selection}
              onRestore={(item) => restoreSome([item])}
              onErase={(item) => setAsked([item])}
            />
            <ListFooter list={shown} noun={[...noun]} onPage={onPage} />
          </>
        )}
      </Sheet>
      {asked.length > 0 && <EraseDialog {...props} asked={asked} erase={erase} onClose={() => setAsked([])} />}
    </>
  );
}

const NONE: readonly never[] = [];

interface DeletedTableProps<Thing> extends DeletedTexts<Thing> {
  items: readonly Thing[];
  selection: Selection<Thing>;
  onRestore: (item: Thing) => void;
  onErase: (item: Thing) => void;
}

function DeletedTable<Thing extends DeletedItem>(props: DeletedTableProps<Thing>) {
  const { items, selection, noun, under, column, onRestore, onErase } = props;
  const styles = useStyles();
  return (
    // explicit roles: changing `display` for narrow windows removes the native ones
    <table role="table" className={styles.table} aria-label={`Deleted ${noun[1]}`}>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          <th role="columnheader" scope="col" className={mergeClasses(styles.headCell, styles.choice)}>
            <span className={styles.box}>
              <Checkbox
                label={`Select all ${noun[1]}`}
                checked={selection.isAll}
                mixed={selection.items.length > 0}
                onClick={selection.toggleAll}
              />
            </span>
          </th>
          {['Title', column.name, 'Deleted', 'Can be restored for'].map((name) => (
            <th key={name} role="columnheader" scope="col" className={styles.headCell}>
              {name}
            </th>
          ))}
          <th role="columnheader" scope="col" className={styles.headCell} aria-label="Actions" />
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {items.map((item) => {
          const { words, isSoon } = timeLeft(item.purge_at);
          return (
            <tr key={item.id} role="row" className={styles.row} data-testid={`deleted-${item.id}`}>
              <td role="cell" className={mergeClasses(styles.cell, styles.choice)}>
                <span className={styles.box}>
                  <Checkbox
                    label={`Select ${item.title}`}
                    checked={selection.ids.has(item.id)}
                    onClick={(event) => selection.toggle(item.id, event.shiftKey)}
                  />
                </span>
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.title)}>
                <span className={styles.name}>{item.title}</span>
                <span className={styles.under}>{under(item)}</span>
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.beside)} data-label={column.name}>
                {column.cell(item)}
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.beside)} data-label="Deleted">
                <span className={styles.moment}>{medium(item.deleted_at)}</span>
                {item.deleted_by_name && <span className={styles.under}>by {item.deleted_by_name}</span>}
              </td>
              <td
                role="cell"
                className={mergeClasses(styles.cell, styles.beside, isSoon && styles.soon)}
                data-label="Can be restored for"
              >
                {words}
              </td>
              <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
                <Button
                  appearance="subtle"
                  data-row-action="restore"
                  icon={<ArrowUndoRegular />}
                  aria-label={`Restore ${item.title}`}
                  onClick={() => onRestore(item)}
                >
                  Restore
                </Button>
                <Button
                  appearance="subtle"
                  className={styles.destroys}
                  data-row-action="erase"
                  icon={<DeleteRegular />}
                  aria-label={`Delete permanently: ${item.title}`}
                  onClick={() => onErase(item)}
                >
                  Delete permanently
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface EraseDialogProps<Thing> extends Pick<DeletedTexts<Thing>, 'noun' | 'loses'> {
  asked: readonly Thing[];
  erase: Erase<Thing>;
  onClose: () => void;
}

function EraseDialog<Thing extends DeletedItem>({ asked, noun, loses, erase, onClose }: EraseDialogProps<Thing>) {
  // deleted items are not retried after a partial failure
  const [{ left: items, refusal }, setState] = useState<NotErased<Thing>>({ left: asked, refusal: '' });
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const next = await erase(items);
    setBusy(false);
    if (next.left.length === 0) onClose();
    else setState(next);
  };
  const what = items.length === 1 ? `${noun[0]} "${items[0]?.title}"` : `${items.length} ${noun[1]}`;
  return (
    <ConfirmDialog
      open
      destroys
      title="Delete permanently"
      confirmLabel="Delete permanently"
      busyLabel="Deleting..."
      busy={isBusy}
      error={refusal || undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Permanently delete ${what}? ${loses} This cannot be undone.`}
    </ConfirmDialog>
  );
}
