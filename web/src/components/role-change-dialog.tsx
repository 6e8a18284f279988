import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';

export interface RoleChangeDialogProps {
  name: string;
  from: string;
  to: string;
  /** The new role takes rights away. */
  destroys?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the new role means, where that is not obvious. */
  children?: ReactNode;
}

/** A single key press in the field changes nothing. */
export function RoleChangeDialog({ name, from, to, children, ...rest }: RoleChangeDialogProps) {
  return (
    <ConfirmDialog open title="Change role" confirmLabel="Change" {...rest}>
      {`Change the role of ${name} from ${from} to ${to}?`}
      {children ? <> {children}</> : null}
    </ConfirmDialog>
  );
}
