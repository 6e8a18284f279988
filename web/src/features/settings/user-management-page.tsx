import {
  Avatar,
  makeStyles,
  Table,
  TableBody,
  TableCell,
  TableCellLayout,
  TableHeader,
  TableHeaderCell,
  TableRow,
} from '@fluentui/react-components';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { errorMessage } from '../../lib/errors.js';
import { ROLE_LABELS } from '../../lib/me.js';
import { useListUsersQuery } from './api.js';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', padding: '4px 8px' },
  table: { minWidth: '520px' },
});

/** Every user of the organisation (SET-10 to SET-12). Its route asks for canManageUser. */
export function UserManagementPage() {
  const styles = useStyles();
  const { data: users, error, refetch } = useListUsersQuery();
  useDocumentTitle('User Management');
  return (
    <>
      <PageHeader
        title="User Management"
        subtitle="View and manage all users in your organization. Only administrators can access this page."
      />
      <Sheet padded={false} aria-label="Users">
        {users ? (
          users.length === 0 ? (
            <EmptyState title="No users found" />
          ) : (
            <div className={styles.scroll}>
              <Table className={styles.table} aria-label="Users">
                <TableHeader>
                  <TableRow>
                    <TableHeaderCell>Name</TableHeaderCell>
                    <TableHeaderCell>Email</TableHeaderCell>
                    <TableHeaderCell>Role</TableHeaderCell>
                  </TableRow>
                </TableHeader>
                <TableBody>
                  {users.map((user) => (
                    <TableRow key={user.id}>
                      <TableCell>
                        <TableCellLayout
                          truncate
                          media={<Avatar size={24} name={user.name ?? user.email} aria-hidden="true" />}
                        >
                          {user.name || '—'}
                        </TableCellLayout>
                      </TableCell>
                      <TableCell>
                        <TableCellLayout truncate title={user.email}>
                          {user.email}
                        </TableCellLayout>
                      </TableCell>
                      <TableCell>{ROLE_LABELS[user.role] ?? user.role}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </div>
          )
        ) : error ? (
          <ErrorState title="The users could not be loaded" onRetry={() => void refetch()}>
            {errorMessage(error, '')}
          </ErrorState>
        ) : (
          <LoadingView label="Loading users..." />
        )}
      </Sheet>
    </>
  );
}
