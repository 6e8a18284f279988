import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  DeleteRegular,
  EditRegular,
  MoreHorizontalRegular,
  PlayRegular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import type { MouseEvent } from 'react';
import { Checkbox } from '../../../components/checkbox.js';
import { PAGES_FIRST } from '../viewer/pages-first.js';
import { RouterLink } from '../../../components/router-link.js';
import type { Selection } from '../../../lib/ui/selection.js';
import { fileSize, medium, NO_VALUE } from '../../../lib/ui/formats.js';
import { CategoryLabel, DocumentCategory } from '../category-label.js';
import { DocumentNotices } from '../document-notices.js';
import { factsInShort, providerNote, scalesText, sheetsText, yearNote, yearText } from './document-facts.js';
import { FirstPage } from './first-page.js';
import { CategoryReview } from './category-review.js';
import { SplitOffer } from '../splitting/split-offer.js';
import { DocumentStatus } from '../document-status.js';
import { NextStep } from './next-step.js';
import { PROCESSABLE_CATEGORIES } from '../../../evidence/documents-api.js';
import type { DocumentSort, ProjectDocument } from '../../../evidence/documents-api.js';

const WIDE = '@media (min-width: 901px)';
const WIDEST = '@media (min-width: 1500px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  table: { tableLayout: 'auto', width: '100%', [PHONE]: { display: 'block' } },
  head: { [PHONE]: { display: 'none' } },
  body: { [PHONE]: { display: 'block' } },
  row: {
    cursor: 'pointer',
    [PHONE]: {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) 48px',
      alignItems: 'start',
      padding: '8px 4px 8px 8px',
    },
  },
  cell: { [PHONE]: { display: 'block', gridColumn: 2, height: 'auto', minWidth: 0, maxWidth: 'none' } },
  title: {
    maxWidth: '440px',
    overflowWrap: 'anywhere',
    paddingTop: tokens.spacingVerticalSNudge,
    paddingBottom: tokens.spacingVerticalSNudge,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  under: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  error: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorStatusDangerForeground1 },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  wide: { display: 'none', [WIDE]: { display: 'table-cell' } },
  widest: { display: 'none', [WIDEST]: { display: 'table-cell' } },
  narrow: { [WIDE]: { display: 'none' } },
  narrower: { [WIDEST]: { display: 'none' } },
  titled: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  words: { minWidth: 0 },
  source: { maxWidth: '150px', overflowWrap: 'anywhere' },
  sheets: { maxWidth: '120px' },
  guess: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  menu: {
    width: '48px',
    textAlign: 'end',
    [PHONE]: { display: 'block', gridColumn: 3, gridRow: 1, height: 'auto', padding: 0 },
  },
  pick: {
    width: '44px',
    paddingLeft: 0,
    paddingRight: 0,
    [PHONE]: { display: 'block', gridColumn: 1, height: 'auto' },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
});

export interface DocumentActions {
  onEdit: (document: ProjectDocument) => void;
  /** @param original the file as sent instead of the PDF made of it */
  onDownload: (document: ProjectDocument, original?: boolean) => void;
  onProcess: (document: ProjectDocument) => void;
  onDelete: (document: ProjectDocument) => void;
}

/** Columns with a width show from that width on. */
const COLUMNS: readonly { label: string; sort?: DocumentSort; from?: 'wide' | 'widest' }[] = [
  { label: 'Title', sort: 'title' },
  { label: 'Category', sort: 'category', from: 'wide' },
  { label: 'Year', from: 'wide' },
  { label: 'Source', from: 'wide' },
  { label: 'Sheet', from: 'wide' },
  { label: 'Size', sort: 'file_size', from: 'widest' },
  { label: 'Status', sort: 'processing_status' },
  { label: 'Pages', sort: 'total_pages', from: 'wide' },
  { label: 'Uploaded', sort: 'created_at', from: 'widest' },
];

interface DocumentsTableProps extends DocumentActions {
  documents: readonly ProjectDocument[];
  /** OP-09 */
  canEdit: boolean;
  sort: DocumentSort;
  order: 'asc' | 'desc';
  onSort: (sort: DocumentSort) => void;
  selection: Selection<ProjectDocument>;
  /** A request is pending. */
  isBusy: boolean;
  /** Without a dialog, with the defaults of its kind. */
  onNext: (document: ProjectDocument) => void;
}

/** DOC-02 */
export function DocumentsTable(props: DocumentsTableProps) {
  const { documents, canEdit, sort, order, onSort, selection, isBusy, onNext, ...actions } = props;
  const styles = useStyles();
  const navigate = useNavigate();
  const wide = styles.wide;
  return (
    <Table sortable className={styles.table} aria-label="Documents">
      <TableHeader className={styles.head}>
        <TableRow>
          {canEdit && (
            <TableHeaderCell sortable={false} className={styles.pick}>
              <Checkbox
                label="Select all documents of this page"
                checked={selection.isAll}
                mixed={selection.items.length > 0}
                onClick={selection.toggleAll}
              />
            </TableHeaderCell>
          )}
          {COLUMNS.map(({ label, sort: by, from }) => (
            <TableHeaderCell
              key={label}
              className={from && styles[from]}
              sortable={by !== undefined}
              sortDirection={by === sort ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
              onClick={by && (() => onSort(by))}
            >
              {label}
            </TableHeaderCell>
          ))}
          <TableHeaderCell sortable={false} className={styles.menu} aria-label="Actions" />
        </TableRow>
      </TableHeader>
      <TableBody className={styles.body}>
        {documents.map((document) => {
          const path = `/projects/${document.project_id}/documents/${document.id}`;
          return (
            <TableRow
              key={document.id}
              className={mergeClasses(styles.row, selection.ids.has(document.id) && styles.chosen)}
              data-testid={`document-${document.id}`}
              onClick={({ target, currentTarget }: MouseEvent<HTMLElement>) => {
                // ignore clicks on controls in the row and on their popups, and text selection
                const isRow =
                  target instanceof Element && currentTarget.contains(target) && !target.closest('a, button, label');
                if (isRow && window.getSelection()?.isCollapsed !== false) void navigate(path, { state: PAGES_FIRST });
              }}
            >
              {canEdit && (
                <TableCell className={styles.pick}>
                  <Checkbox
                    label={`Select ${document.title}`}
                    checked={selection.ids.has(document.id)}
                    onClick={(event) => selection.toggle(document.id, event.shiftKey)}
                  />
                </TableCell>
              )}
              <TableCell className={mergeClasses(styles.title, styles.cell)}>
                <span className={styles.titled}>
                  <FirstPage document={document} />
                  <span className={styles.words}>
                    <RouterLink to={path} state={PAGES_FIRST} className={styles.name}>
                      {document.title}
                    </RouterLink>
                    {document.classification?.needs_review === true && (
                      <CategoryReview document={document} classification={document.classification} canEdit={canEdit} />
                    )}
                    <span className={mergeClasses(styles.under, styles.narrow)}>
                      <CategoryLabel value={document.category} />
                      {` · ${factsInShort(document)}`}
                    </span>
                    <span className={mergeClasses(styles.under, styles.narrower, wide)}>
                      {`${fileSize(document.file_size)} · ${medium(document.created_at)}`}
                    </span>
                    {document.description && <span className={styles.under}>{document.description}</span>}
                    {document.needs_password ? (
                      <span className={styles.under}>This file opens only with a password.</span>
                    ) : (
                      document.processing_error && <span className={styles.error}>{document.processing_error}</span>
                    )}
                    {canEdit && <SplitOffer document={document} />}
                    <DocumentNotices document={document} canEdit={canEdit} />
                  </span>
                </span>
              </TableCell>
              <TableCell className={wide}>
                <DocumentCategory document={document} />
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.number)}>
                {yearText(document) ?? NO_VALUE}
                {yearNote(document) && <span className={styles.guess}>{yearNote(document)}</span>}
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.source)}>
                {document.provider ?? NO_VALUE}
                {document.provider_source === 'pages' && <span className={styles.guess}>{providerNote(document)}</span>}
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.sheets)} title={sheetsText(document, true)}>
                {sheetsText(document) ?? NO_VALUE}
                {scalesText(document) && <span className={styles.guess}>{scalesText(document)}</span>}
              </TableCell>
              <TableCell className={mergeClasses(styles.widest, styles.number)}>
                {fileSize(document.file_size)}
              </TableCell>
              <TableCell className={styles.cell}>
                <DocumentStatus document={document}>
                  <NextStep document={document} canEdit={canEdit} isBusy={isBusy} onProcess={onNext} />
                </DocumentStatus>
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.number)}>{document.total_pages || NO_VALUE}</TableCell>
              <TableCell className={mergeClasses(styles.widest, styles.number)}>
                {medium(document.created_at)}
              </TableCell>
              <TableCell className={styles.menu}>
                <RowMenu document={document} canEdit={canEdit} {...actions} />
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function RowMenu(props: DocumentActions & { document: ProjectDocument; canEdit: boolean }) {
  const { document, canEdit } = props;
  const isProcessable = canEdit && PROCESSABLE_CATEGORIES.includes(document.category) && !document.needs_password;
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={`Actions for ${document.title}`}
          data-testid={`document-menu-${document.id}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {canEdit && (
            <MenuItem icon={<EditRegular />} onClick={() => props.onEdit(document)}>
              Edit
            </MenuItem>
          )}
          <MenuItem icon={<ArrowDownloadRegular />} onClick={() => props.onDownload(document)}>
            Download
          </MenuItem>
          {document.original && (
            <MenuItem icon={<ArrowDownloadRegular />} onClick={() => props.onDownload(document, true)}>
              Download original
            </MenuItem>
          )}
          {isProcessable && (
            <MenuItem icon={<PlayRegular />} onClick={() => props.onProcess(document)}>
              Process
            </MenuItem>
          )}
          {canEdit && (
            <MenuItem icon={<DeleteRegular />} onClick={() => props.onDelete(document)}>
              Delete
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
