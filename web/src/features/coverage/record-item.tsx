import { Badge, Button, makeStyles, Text, tokens, type BadgeProps } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', alignItems: 'start', flexShrink: 0 },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface RecordListProps {
  label: string;
  children: ReactNode;
}

export function RecordList({ label, children }: RecordListProps) {
  return (
    <ul className={useStyles().list} aria-label={label}>
      {children}
    </ul>
  );
}

/** Who recorded it and when, and the like. */
export function RecordFacts({ children }: { children: ReactNode }) {
  return <div className={useStyles().muted}>{children}</div>;
}

interface RecordItemProps {
  title: string;
  badge?: { text: string; color: NonNullable<BadgeProps['color']> } | undefined;
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
  /** Before the buttons to edit and to delete. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Something recorded about a project, in a list. */
export function RecordItem({ title, badge, canEdit, onEdit, onDelete, actions, children }: RecordItemProps) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <div className={styles.head}>
          <Text weight="semibold">{title}</Text>
          {badge && (
            <Badge appearance="outline" color={badge.color}>
              {badge.text}
            </Badge>
          )}
        </div>
        {children}
      </div>
      {canEdit && (
        <div className={styles.actions}>
          {actions}
          <Button appearance="subtle" icon={<EditRegular />} aria-label={`Edit: ${title}`} onClick={onEdit} />
          <Button appearance="subtle" icon={<DeleteRegular />} aria-label={`Delete: ${title}`} onClick={onDelete} />
        </div>
      )}
    </li>
  );
}

interface Deletion {
  /** `lien search` */
  name: string;
  article: 'a' | 'an';
  title: string;
  remove: () => Promise<{ error?: unknown }>;
  restore: () => Promise<unknown>;
}

/** Deletes something recorded, and offers to record it again. */
export async function deleteRecord({ name, article, title, remove, restore }: Deletion): Promise<void> {
  const { error } = await remove();
  if (error) {
    notify({ type: 'error', title: `The ${name} was not deleted`, description: changeRefusal(error) });
    return;
  }
  const started = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  offerUndo(
    { title: `${started} deleted`, description: title },
    { what: `deletion of ${article} ${name}`, undo: restore },
  );
}
