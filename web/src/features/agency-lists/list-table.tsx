import {
  Badge,
  Button,
  Link,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useDangerStyles } from '../../components/danger-styles.js';
import { cardTable } from '../../components/card-table.js';
import { RowFocus } from '../../components/row-focus.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { AGE_WORDS, ageOf } from '../../evidence/list-age.js';
import { interruptedList } from './interrupted-lists.js';
import { countOf, currentVersion, interruptedText, numberText, pendingVersion, stateText } from './list-text.js';
import type { DataSet, ListVersion } from '../../evidence/data-sets-api.js';

export type ListAction = 'details' | 'upload' | 'columns' | 'delete' | 'discard';

const narrow = '@media (max-width: 900px)';
const { styles: base } = cardTable(narrow);

const useStyles = makeStyles({
  ...base,
  row: {
    ...base.row,
    [narrow]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '10px 16px', padding: '14px 16px' },
  },
  cell: { ...base.cell, verticalAlign: 'top', overflowWrap: 'anywhere' },
  title: { [narrow]: { gridColumn: '1 / -1', '::before': { content: 'none' } } },
  actions: {
    whiteSpace: 'nowrap',
    textAlign: 'end',
    [narrow]: { gridColumn: '1 / -1', '::before': { content: 'none' } },
  },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '4px', [narrow]: { justifyContent: 'flex-start' } },
  name: { fontWeight: tokens.fontWeightSemibold },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  bad: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  age: { display: 'block', marginTop: '2px' },
});

const COLUMNS = ['List', 'Data of', 'Records', 'Licence', 'Newest file', 'Actions'] as const;

interface ListTableProps {
  lists: readonly DataSet[];
  mayLoad: boolean;
  onAsk: (what: ListAction, id: string) => void;
}

export function ListTable({ lists, mayLoad, onAsk }: ListTableProps) {
  const styles = useStyles();
  return (
    <>
      <RowFocus />
      {/* explicit roles: cards remove the native ones */}
      <table role="table" className={styles.table} aria-label="Agency lists">
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col" className={styles.headCell}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.body}>
          {lists.map((list) => (
            <ListRow key={list.id} list={list} mayLoad={mayLoad} onAsk={(what) => onAsk(what, list.id)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function ListRow({ list, mayLoad, onAsk }: { list: DataSet; mayLoad: boolean; onAsk: (what: ListAction) => void }) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const current = currentVersion(list);
  const pending = pendingVersion(list);
  const interrupted = mayLoad ? interruptedList(list.id) : undefined;
  const refused = current ? countOf(current.refused) : 0;
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={mergeClasses(styles.cell, styles.title)}>
        <span className={styles.name}>{list.name}</span>
        <div className={styles.under}>{list.agency}</div>
      </td>
      <td role="cell" className={styles.cell} data-label="Data of">
        <DataOf version={current} />
      </td>
      <td role="cell" className={styles.cell} data-label="Records">
        {current ? (
          <>
            {numberText(current.taken)}
            {refused > 0 ? (
              <div>
                <Link as="button" className={styles.under} onClick={() => onAsk('details')}>
                  {`${numberText(refused)} refused`}
                </Link>
              </div>
            ) : null}
          </>
        ) : (
          'None'
        )}
      </td>
      <td role="cell" className={styles.cell} data-label="Licence">
        {list.licence || 'Not given'}
        {/^https?:\/\//i.test(list.source_url) ? (
          <div className={styles.under}>
            <Link href={list.source_url} target="_blank" rel="noreferrer">
              Source
            </Link>
          </div>
        ) : null}
      </td>
      <td role="cell" className={styles.cell} data-label="Newest file">
        <NewestFile version={pending ?? current} />
        {interrupted ? <div className={styles.bad}>{interruptedText(interrupted)}</div> : null}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
        <div className={styles.buttons}>
          {interrupted && pending?.state !== 'importing' ? (
            <Button size="small" appearance="primary" onClick={() => onAsk('upload')}>
              Continue upload
            </Button>
          ) : null}
          {mayLoad && pending?.state === 'unknown_columns' ? (
            <Button size="small" appearance="primary" onClick={() => onAsk('columns')}>
              Name columns
            </Button>
          ) : null}
          <Button size="small" aria-label={`Details of ${list.name}`} onClick={() => onAsk('details')}>
            Details
          </Button>
          {mayLoad ? (
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <Button
                  size="small"
                  data-row-action="more"
                  icon={<MoreHorizontalRegular />}
                  aria-label={`More for ${list.name}`}
                />
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  <MenuItem disabled={pending?.state === 'importing'} onClick={() => onAsk('upload')}>
                    Add new edition
                  </MenuItem>
                  {interrupted ? (
                    <MenuItem onClick={() => onAsk('discard')}>Discard interrupted upload</MenuItem>
                  ) : null}
                  <MenuItem className={danger.menuItem} onClick={() => onAsk('delete')}>
                    Delete
                  </MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          ) : null}
        </div>
      </td>
    </tr>
  );
}

function DataOf({ version }: { version: ListVersion | undefined }) {
  const styles = useStyles();
  if (!version) return <>None</>;
  if (!version.agency_date) return <span className={styles.under}>Date not given</span>;
  const age = ageOf(version.agency_date);
  return (
    <>
      {dateOnly(version.agency_date)}
      <span className={styles.age}>
        {age.warning ? (
          <Tooltip content={AGE_WORDS[age.warning]} relationship="description">
            <Badge appearance="tint" color={age.warning === 'old' ? 'danger' : 'warning'}>
              {age.text}
            </Badge>
          </Tooltip>
        ) : (
          <span className={styles.under}>{age.text}</span>
        )}
      </span>
    </>
  );
}

function NewestFile({ version }: { version: ListVersion | undefined }) {
  const styles = useStyles();
  if (!version) return <>No file yet</>;
  const isBad = version.state === 'failed' || version.state === 'unknown_columns';
  return (
    <>
      {version.file_name}
      <div className={isBad ? styles.bad : styles.under} role="status">
        {stateText(version)}
      </div>
    </>
  );
}
