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
import { RouterLink } from '../../../components/router-link.js';
import { fileSize, medium, NO_VALUE } from '../../../lib/formats.js';
import { CategoryLabel } from '../category-label.js';
import { CategoryReview } from './category-review.js';
import { DocumentStatus } from '../document-status.js';
import { PROCESSABLE_CATEGORIES } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const WIDE = '@media (min-width: 901px)';

const useStyles = makeStyles({
  table: { tableLayout: 'auto', width: '100%' },
  row: { cursor: 'pointer' },
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
  narrow: { [WIDE]: { display: 'none' } },
  menu: { width: '48px', textAlign: 'end' },
});

export interface DocumentActions {
  onEdit: (document: ProjectDocument) => void;
  onDownload: (document: ProjectDocument) => void;
  onProcess: (document: ProjectDocument) => void;
  onDelete: (document: ProjectDocument) => void;
}

interface DocumentsTableProps extends DocumentActions {
  documents: readonly ProjectDocument[];
  /** Whether the person may change documents of this project (OP-09). */
  canEdit: boolean;
}

/** The documents of a project; a click on a row opens the viewer (DOC-02). */
export function DocumentsTable({ documents, canEdit, ...actions }: DocumentsTableProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const wide = styles.wide;
  return (
    <Table className={styles.table} aria-label="Documents">
      <TableHeader>
        <TableRow>
          <TableHeaderCell>Title</TableHeaderCell>
          <TableHeaderCell className={wide}>Category</TableHeaderCell>
          <TableHeaderCell className={wide}>Size</TableHeaderCell>
          <TableHeaderCell>Status</TableHeaderCell>
          <TableHeaderCell className={wide}>Pages</TableHeaderCell>
          <TableHeaderCell className={wide}>Uploaded</TableHeaderCell>
          <TableHeaderCell className={styles.menu} aria-label="Actions" />
        </TableRow>
      </TableHeader>
      <TableBody>
        {documents.map((document) => {
          const path = `/projects/${document.project_id}/documents/${document.id}`;
          return (
            <TableRow
              key={document.id}
              className={styles.row}
              data-testid={`document-${document.id}`}
              onClick={(event: MouseEvent) => {
                // links, buttons and menus in the row answer for themselves; so does selecting its text
                const inside = event.target instanceof Element && event.target.closest('a, button, [role="menu"]');
                if (!inside && window.getSelection()?.isCollapsed !== false) void navigate(path);
              }}
            >
              <TableCell className={styles.title}>
                <RouterLink to={path} className={styles.name}>
                  {document.title}
                </RouterLink>
                {document.classification?.needs_review === true && (
                  <CategoryReview document={document} classification={document.classification} canEdit={canEdit} />
                )}
                <span className={mergeClasses(styles.under, styles.narrow)}>
                  <CategoryLabel value={document.category} />
                  {` · ${fileSize(document.file_size)}`}
                </span>
                {document.description && <span className={styles.under}>{document.description}</span>}
                {document.processing_error && <span className={styles.error}>{document.processing_error}</span>}
              </TableCell>
              <TableCell className={wide}>
                <CategoryLabel value={document.category} />
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.number)}>{fileSize(document.file_size)}</TableCell>
              <TableCell>
                <DocumentStatus document={document} />
              </TableCell>
              <TableCell className={mergeClasses(wide, styles.number)}>{document.total_pages || NO_VALUE}</TableCell>
              <TableCell className={mergeClasses(wide, styles.number)}>{medium(document.created_at)}</TableCell>
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
  const isProcessable = canEdit && PROCESSABLE_CATEGORIES.includes(document.category);
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
