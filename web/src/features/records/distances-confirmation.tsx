import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { changeRefusal } from '../../lib/http/errors.js';
import { medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useConfirmSearchDistancesMutation, type SearchDistances } from './records-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

function confirmationText({ confirmation }: SearchDistances): string {
  if (!confirmation) return 'No person confirmed this table.';
  const { by_name: by, at, is_outdated: isOutdated } = confirmation;
  return isOutdated
    ? `The table changed after ${by} confirmed it, ${medium(at)}.`
    : `Confirmed by ${by}, ${medium(at)}.`;
}

interface DistancesConfirmationProps {
  projectId: string;
  /** As stored. */
  table: SearchDistances;
  canConfirm: boolean;
}

/** Who compared the table with the standard, and a button to do so (REC-11). */
export function DistancesConfirmation({ projectId, table, canConfirm }: DistancesConfirmationProps) {
  const styles = useStyles();
  const [confirm, { isLoading }] = useConfirmSearchDistancesMutation();

  async function store(): Promise<void> {
    try {
      await confirm({ projectId, tableHash: table.table_hash }).unwrap();
    } catch (error) {
      notify({ type: 'error', title: 'The table was not confirmed', description: changeRefusal(error) });
    }
  }

  return (
    <div className={styles.root}>
      <span role="status">{confirmationText(table)}</span>
      {canConfirm && table.confirmation?.is_outdated !== false ? (
        <Button size="small" disabledFocusable={isLoading} onClick={() => void store()}>
          Confirm table
        </Button>
      ) : null}
    </div>
  );
}
