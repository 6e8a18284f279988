import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';

export interface RoleChangeDialogProps {
  name: string;
  /** Labels of the current and the new role. */
  from: string;
  to: string;
  /** Whether the new role takes rights away. */
  destroys?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the new role means, where that is not obvious. */
  children?: ReactNode;
}

/** Asks before a person gets another role: a single key press in the field changes nothing. */
export function RoleChangeDialog({ name, from, to, children, ...rest }: RoleChangeDialogProps) {
  return (
    <ConfirmDialog open title="Change role" confirmLabel="Change" {...rest}>
      {`Change the role of ${name} from ${from} to ${to}?`}
      {children ? <> {children}</> : null}
    </ConfirmDialog>
  );
}
