import { Button, makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState, type RefCallback } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ErrorState } from '../../components/error-state.js';
import { RowGap, useBoxList } from '../../components/long-list.js';
import { RowFocus } from '../../components/row-focus.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/http/errors.js';
import { countText, dateOnly, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useListApiKeysQuery, useProjectTitlesQuery, useRevokeApiKeyMutation, type ApiKey } from './api.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { KeyWritesDialog } from './key-writes-dialog.js';
import { RotateKeyDialog } from './rotate-key-dialog.js';

const narrow = '@media (max-width: 900px)';

const useStyles = makeStyles({
  // limited height: many keys do not push the documentation down
  box: { maxHeight: '70dvh', overflowY: 'auto', '@media print': { maxHeight: 'none' } },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase200,
    [narrow]: { display: 'block' },
  },
  head: { [narrow]: { display: 'none' } },
  body: { [narrow]: { display: 'block' } },
  headCell: {
    textAlign: 'left',
    padding: '4px 12px 8px 0',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { width: '124px' },
  },
  row: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
    [narrow]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '10px 16px',
      padding: '14px 0',
    },
  },
  cell: {
    padding: '10px 12px 10px 0',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    ':last-child': { paddingRight: 0, textAlign: 'right' },
    [narrow]: {
      padding: 0,
      minWidth: 0,
      ':last-child': { textAlign: 'left', width: 'auto' },
      '::before': {
        display: 'block',
        content: 'attr(data-label)',
        fontSize: tokens.fontSizeBase100,
        lineHeight: tokens.lineHeightBase100,
        color: tokens.colorNeutralForeground3,
      },
    },
  },
  wide: { [narrow]: { gridColumn: '1 / -1', '::before': { content: 'none' } } },
  name: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  hint: { fontFamily: tokens.fontFamilyMonospace, color: tokens.colorNeutralForeground3 },
  more: { color: tokens.colorNeutralForeground3 },
  date: { whiteSpace: 'nowrap' },
  create: { flexShrink: 0, whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3 },
  over: { color: tokens.colorStatusDangerForeground1 },
  actions: {
    whiteSpace: 'nowrap',
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    [narrow]: { flexDirection: 'row', flexWrap: 'wrap' },
  },
});

function KeyProjects({ ids }: { ids: string[] }) {
  const styles = useStyles();
  const { currentData: titles } = useProjectTitlesQuery(ids, { skip: ids.length === 0 });
  if (ids.length === 0) return <span className={styles.more}>All</span>;
  const count = countText(ids.length, 'project');
  return <>{titles ? titles.map((title) => title ?? 'A deleted project').join(', ') : count}</>;
}

function KeyEnds({ apiKey: { expires_at, old_secret_until } }: { apiKey: ApiKey }) {
  const styles = useStyles();
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <>
      {expires_at ? (
        <time dateTime={expires_at} className={isOver ? styles.over : undefined}>
          {isOver ? `Expired ${dateOnly(expires_at)}` : dateOnly(expires_at)}
        </time>
      ) : (
        <span className={styles.more}>Never</span>
      )}
      {old_secret_until && !isOver && Date.parse(old_secret_until) > Date.now() ? (
        <div className={styles.more}>old secret until {medium(old_secret_until)}</div>
      ) : null}
    </>
  );
}

const COLUMNS = ['Name', 'Acts for', 'Projects', 'Access', 'Created', 'Ends', 'Last used'];
const ROW_HEIGHT = 117;

type KeyAction = 'rotate' | 'writes' | 'revoke';

interface KeyRowProps {
  apiKey: ApiKey;
  index: number;
  measure: RefCallback<Element> | undefined;
  onAction: (action: KeyAction) => void;
}

function KeyRow({ apiKey, index, measure, onAction }: KeyRowProps) {
  const styles = useStyles();
  const { name, hint, user_name: user, author_name: author, project_ids, created_at, last_used_at } = apiKey;
  const { access, last_used_address: address } = apiKey;
  return (
    <tr
      ref={measure}
      role="row"
      data-index={index}
      // after the header
      aria-rowindex={measure && index + 2}
      className={styles.row}
    >
      <td role="cell" className={mergeClasses(styles.cell, styles.wide)}>
        <div className={styles.name}>{name}</div>
        <div className={styles.hint}>sk_…{hint}</div>
      </td>
      <td role="cell" className={styles.cell} data-label="Acts for">
        {user || 'A deleted user'}
        {author && author !== user ? <div className={styles.more}>writes as {author}</div> : null}
      </td>
      <td role="cell" className={styles.cell} data-label="Projects">
        <KeyProjects ids={project_ids} />
      </td>
      <td role="cell" className={styles.cell} data-label="Access">
        {access === 'read' ? 'Read only' : 'Read and write'}
      </td>
      <td role="cell" className={styles.cell} data-label="Created">
        <time dateTime={created_at} className={styles.date}>
          {dateOnly(created_at)}
        </time>
      </td>
      <td role="cell" className={styles.cell} data-label="Ends">
        <KeyEnds apiKey={apiKey} />
      </td>
      <td role="cell" className={styles.cell} data-label="Last used">
        {last_used_at ? (
          <>
            <time dateTime={last_used_at}>{medium(last_used_at)}</time>
            {address ? <div className={styles.more}>from {address}</div> : null}
          </>
        ) : (
          <span className={styles.more}>Never</span>
        )}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.wide)}>
        <div className={styles.actions}>
          <Button size="small" aria-label={`Writes of ${name}`} onClick={() => onAction('writes')}>
            Writes
          </Button>
          <Button size="small" aria-label={`Replace secret of ${name}`} onClick={() => onAction('rotate')}>
            Replace secret
          </Button>
          <Button
            size="small"
            data-row-action="revoke"
            aria-label={`Revoke ${name}`}
            onClick={() => onAction('revoke')}
          >
            Revoke
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** OP-21 */
export function ApiKeysPanel() {
  const styles = useStyles();
  const { data: keys, error, refetch } = useListApiKeysQuery();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ action: KeyAction; key: ApiKey }>();
  const close = (): void => setAsked(undefined);
  const ids = useMemo(() => (keys ?? []).map(({ id }) => id), [keys]);
  const boxRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const list = useBoxList(boxRef, bodyRef, { keys: ids, rowHeight: ROW_HEIGHT });
  return (
    <Sheet
      title="API keys"
      note="Give each program its own key, so that you can revoke one without affecting the others."
      actions={
        <Button className={styles.create} icon={<AddRegular />} appearance="primary" onClick={() => setCreating(true)}>
          Create key
        </Button>
      }
    >
      <RowFocus />
      {keys ? (
        keys.length === 0 ? (
          <p className={styles.none}>There are no keys yet.</p>
        ) : (
          // changing `display` for narrow windows removes table semantics, so the roles are explicit
          <div ref={boxRef} className={styles.box}>
            <table
              role="table"
              className={styles.table}
              aria-label="API keys"
              {...(list.isLong && { 'aria-rowcount': keys.length + 1 })}
            >
              <thead role="rowgroup" className={styles.head}>
                <tr role="row">
                  {COLUMNS.map((column) => (
                    <th key={column} role="columnheader" scope="col" className={styles.headCell}>
                      {column}
                    </th>
                  ))}
                  <td role="cell" className={styles.headCell} />
                </tr>
              </thead>
              <tbody ref={bodyRef} role="rowgroup" className={styles.body}>
                {list.parts.map((part) => {
                  if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={COLUMNS.length + 1} />;
                  const key = keys[part.index];
                  return key ? (
                    <KeyRow
                      key={key.id}
                      apiKey={key}
                      index={part.index}
                      measure={list.measure}
                      onAction={(action) => setAsked({ action, key })}
                    />
                  ) : null;
                })}
              </tbody>
            </table>
          </div>
        )
      ) : error ? (
        <ErrorState title="The API keys could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, '')}
        </ErrorState>
      ) : (
        <Skeleton aria-label="Loading API keys">
          <SkeletonItem size={28} />
        </Skeleton>
      )}
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {asked?.action === 'revoke' ? <RevokeDialog apiKey={asked.key} onClose={close} /> : null}
      {asked?.action === 'rotate' ? <RotateKeyDialog apiKey={asked.key} onClose={close} /> : null}
      {asked?.action === 'writes' ? <KeyWritesDialog apiKey={asked.key} onClose={close} /> : null}
    </Sheet>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [revoke, { isLoading, error }] = useRevokeApiKeyMutation();
  const confirm = async (): Promise<void> => {
    try {
      await revoke(apiKey.id).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    notify({ type: 'success', title: 'API key revoked', description: apiKey.name });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Revoke API key"
      destroys
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      busy={isLoading}
      error={error && errorMessage(error, 'Failed to revoke the API key')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Programs that use "${apiKey.name}" stop working at once. This cannot be undone.`}
    </ConfirmDialog>
  );
}
