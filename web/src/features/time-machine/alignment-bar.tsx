import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { nextStep, type Side } from './alignment.js';
import type { Alignment } from './alignments-api.js';
import type { Offer } from './stored-alignments.js';

interface AlignmentBarProps {
  alignment: Alignment;
  /** side of the unpaired point */
  pending: Side | null;
  state: string;
  offers: readonly Offer[];
  /** Whether it will be stored for the project. */
  maySave: boolean;
  /** Otherwise saving could overwrite the stored alignment. */
  isKnown: boolean;
  /** Rereads the stored alignment after a failure. */
  onRetry: (() => void) | null;
  onUndo: () => void;
  onClear: () => void;
  onOffer: (offer: Offer) => void;
  onDone: () => void;
}

/** Instructions, quality, and offers from other sheets of the volumes. */
export function AlignmentBar({
  alignment,
  pending,
  state,
  offers,
  maySave,
  isKnown,
  onRetry,
  ...actions
}: AlignmentBarProps) {
  const { onUndo, onClear, onOffer, onDone } = actions;
  const isEmpty = alignment.pairs.length === 0 && alignment.base === null && pending === null;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody aria-live="polite">
        {nextStep(alignment.pairs.length, pending, alignment.base !== null)} {state}{' '}
        {maySave ? '' : 'Only editors can store an alignment for the project. Yours is kept in the link to this view.'}{' '}
        {onRetry && (
          <>
            The project’s alignment of these sheets could not be loaded.{' '}
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>{' '}
          </>
        )}
        {offers.length > 0 && (
          <>
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <Button size="small">Use rotation and scale from...</Button>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {offers.map((offer) => (
                    <MenuItem key={offer.id} onClick={() => onOffer(offer)}>
                      {offer.text}
                    </MenuItem>
                  ))}
                </MenuList>
              </MenuPopover>
            </Menu>{' '}
          </>
        )}
        <Button size="small" disabledFocusable={isEmpty} onClick={onUndo}>
          Undo
        </Button>{' '}
        <Button size="small" disabledFocusable={isEmpty} onClick={onClear}>
          Clear
        </Button>{' '}
        <Button size="small" appearance="primary" disabledFocusable={maySave && !isKnown} onClick={onDone}>
          {maySave ? 'Store' : 'Done'}
        </Button>
      </MessageBarBody>
    </MessageBar>
  );
}
