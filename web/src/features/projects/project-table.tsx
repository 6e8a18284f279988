import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  SkeletonItem,
  Skeleton,
  tokens,
} from '@fluentui/react-components';
import { DeleteRegular, EditRegular, MoreHorizontalRegular } from '@fluentui/react-icons';
import type { ComponentType, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useDangerStyles } from '../../components/danger-styles.js';
import type { ProjectSort } from '@symbio/proto/project/vocabulary';
import { cardTable } from '../../components/card-table.js';
import { SortHeadCell } from '../../components/sort-head-cell.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { rightsOf, type Project } from '../../lib/project/project-context.js';
import type { SortOrder } from './api.js';
import { DueDate } from './due-date-text.js';
import { DataCell, InsightsCell, ReportCell, SetupCell, SiteReconCell } from './progress-cells.js';
import { MakeCopyItem } from './make-copy.js';
import { SampleBadge } from './sample-badge.js';
import { isTemporary } from './temporary-project.js';

/** CONST-13 */
const SKELETON_ROWS = 4;

const narrow = '@media (max-width: 760px)';

const { styles: base, inCard } = cardTable(narrow);

const useStyles = makeStyles({
  ...base,
  row: {
    ...base.row,
    [narrow]: {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      gap: '12px 16px',
      padding: '16px',
    },
  },
  openable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  titleCell: {
    minWidth: '220px',
    width: '28%',
    // space for the row menu in the corner
    [narrow]: { ...inCard.title, paddingRight: '40px' },
  },
  title: {
    display: 'block',
    width: 'fit-content',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  under: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '10px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    marginTop: '2px',
  },
  actions: {
    width: '1%',
    textAlign: 'right',
    [narrow]: { position: 'absolute', top: '10px', right: '10px', width: 'auto', '::before': { content: 'none' } },
  },
});

const COLUMNS: readonly { label: string; sort: ProjectSort }[] = [
  { label: 'Project', sort: 'title' },
  { label: 'Set up', sort: 'created_at' },
  { label: 'Data', sort: 'data' },
  { label: 'Site reconn', sort: 'site_recon' },
  { label: 'Insights', sort: 'insights' },
  { label: 'Report', sort: 'report' },
  { label: 'Sign & send', sort: 'due_date' },
];

export interface ProjectTableProps {
  projects: Project[] | undefined;
  stale: boolean;
  /** Shown under the title; undefined until loaded. */
  Chips: ComponentType<{ project: Project }> | undefined;
  sort: ProjectSort;
  order: SortOrder;
  onSort: (sort: ProjectSort) => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

/** PROJ-11 to PROJ-21; cards in narrow windows. */
export function ProjectTable({ projects, stale, Chips, sort, order, onSort, onEdit, onDelete }: ProjectTableProps) {
  const styles = useStyles();
  return (
    // changing `display` for narrow windows removes table semantics, so the roles are explicit
    <table
      role="table"
      className={mergeClasses(styles.table, stale && styles.stale)}
      aria-busy={!projects || stale}
      aria-label="Projects"
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {COLUMNS.map(({ label, sort: column }) => (
            <SortHeadCell
              key={column}
              label={label}
              sorted={column === sort ? order : undefined}
              onSort={() => onSort(column)}
              className={styles.headCell}
            />
          ))}
          <th role="columnheader" scope="col" className={styles.headCell}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {projects
          ? projects.map((project) => (
              <ProjectRow key={project.id} project={project} Chips={Chips} onEdit={onEdit} onDelete={onDelete} />
            ))
          : Array.from({ length: SKELETON_ROWS }, (_, index) => <SkeletonRow key={index} />)}
      </tbody>
    </table>
  );
}

function ProjectRow({
  project,
  Chips,
  onEdit,
  onDelete,
}: { project: Project } & Pick<ProjectTableProps, 'Chips' | 'onEdit' | 'onDelete'>) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const navigate = useNavigate();
  const temporary = isTemporary(project);
  const { canEdit, canManage } = rightsOf(project.access_role);
  const path = `/projects/${project.id}`;
  const open = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void => {
    // the whole row is clickable, except its controls and their popups
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('a, button')) return;
    if (window.getSelection()?.toString()) return;
    void navigate(path);
  };
  const cell = mergeClasses(styles.cell);
  return (
    <tr
      role="row"
      className={mergeClasses(styles.row, !temporary && styles.openable)}
      onClick={temporary ? undefined : open}
    >
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell)}>
        {temporary ? (
          <span className={styles.title}>{project.title}</span>
        ) : (
          <Link to={path} className={styles.title}>
            {project.title}
          </Link>
        )}
        <span className={styles.under}>
          {project.sample ? <SampleBadge /> : null}
          <span>{project.number}</span>
          <span>{project.client_company}</span>
          {Chips && !temporary ? <Chips project={project} /> : null}
        </span>
      </td>
      <td role="cell" className={cell} data-label="Set up">
        <SetupCell project={project} />
      </td>
      <td role="cell" className={cell} data-label="Data">
        <DataCell project={project} />
      </td>
      <td role="cell" className={cell} data-label="Site reconn">
        <SiteReconCell project={project} />
      </td>
      <td role="cell" className={cell} data-label="Insights">
        <InsightsCell project={project} />
      </td>
      <td role="cell" className={cell} data-label="Report">
        <ReportCell project={project} />
      </td>
      <td role="cell" className={cell} data-label="Sign & send">
        <DueDate project={project} />
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
        {temporary ? null : (
          <Menu positioning={{ position: 'below', align: 'end' }}>
            <MenuTrigger disableButtonEnhancement>
              <Button
                appearance="subtle"
                icon={<MoreHorizontalRegular />}
                aria-label={`Actions for ${project.title}`}
              />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MakeCopyItem project={project} />
                <MenuItem icon={<EditRegular />} disabled={!canEdit} onClick={() => onEdit(project)}>
                  Edit Project
                </MenuItem>
                <MenuItem
                  className={danger.menuItem}
                  icon={<DeleteRegular />}
                  disabled={!canManage}
                  onClick={() => onDelete(project)}
                >
                  Delete Project
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
      </td>
    </tr>
  );
}

function SkeletonRow() {
  const styles = useStyles();
  return (
    <tr role="row" className={styles.row} data-testid="skeleton-row">
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell)}>
        <Skeleton aria-label="Loading project">
          <SkeletonItem size={16} style={{ width: '70%', marginBottom: 6 }} />
          <SkeletonItem size={12} style={{ width: '45%' }} />
        </Skeleton>
      </td>
      {COLUMNS.slice(1).map(({ sort: column }) => (
        <td role="cell" key={column} className={styles.cell}>
          <SkeletonItem size={16} style={{ width: 72 }} />
        </td>
      ))}
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)} />
    </tr>
  );
}
