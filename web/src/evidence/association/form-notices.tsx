import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { placeText, type Coordinate } from '../evidence-api.js';
import { farText, type PlaceDoubt } from './place-check.js';

/** FEAT-14, FEAT-15 */
export const AgentsNotice = () => (
  <MessageBar intent="info" layout="multiline">
    <MessageBarBody>
      <MessageBarTitle>Read-only Mode</MessageBarTitle>
      <br />
      This annotation was created by an AI agent and cannot be edited. You can view the existing feature association but
      cannot make changes.
    </MessageBarBody>
  </MessageBar>
);

export const UnsavedNotice = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
  <MessageBar intent="warning" layout="multiline" role="alert">
    <MessageBarBody>Your changes are not saved.</MessageBarBody>
    <MessageBarActions>
      <Button size="small" onClick={onStay}>
        Keep editing
      </Button>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </MessageBarActions>
  </MessageBar>
);

interface SharedNoticeProps {
  name: string;
  count: number;
  onAll: () => void;
  onNew: () => void;
}

export const SharedNotice = ({ name, count, onAll, onNew }: SharedNoticeProps) => (
  <MessageBar intent="warning" layout="multiline" role="alert">
    <MessageBarBody>
      {`“${name}” is the feature of ${count === 1 ? 'another mention' : `${count} mentions`}. Your changes would apply to all of them.`}
    </MessageBarBody>
    <MessageBarActions>
      <Button size="small" onClick={onAll}>
        {count === 1 ? 'Change it for that mention, too' : `Change it for all ${count} mentions`}
      </Button>
      <Button size="small" onClick={onNew}>
        Make a new feature
      </Button>
    </MessageBarActions>
  </MessageBar>
);

interface PlaceNoticeProps {
  doubt: PlaceDoubt;
  place: Coordinate;
  /** "the property" */
  from: string;
  onUse: (place: Coordinate) => void;
  onKeep: () => void;
}

/** D-71 */
export const PlaceNotice = ({ doubt, place, from, onUse, onKeep }: PlaceNoticeProps) => (
  <MessageBar intent="warning" layout="multiline" role="alert">
    <MessageBarBody>
      {`${placeText(place)} is ${farText(doubt.distanceM)} from ${from}.`}
      {doubt.meant.length > 0 && ' Is the sign or the order of the numbers wrong?'}
    </MessageBarBody>
    <MessageBarActions>
      {doubt.meant.map((meant) => (
        <Button key={placeText(meant)} size="small" appearance="primary" onClick={() => onUse(meant)}>
          {`Use ${placeText(meant)}`}
        </Button>
      ))}
      <Button size="small" onClick={onKeep}>
        Save it there
      </Button>
    </MessageBarActions>
  </MessageBar>
);

export const DraftNotice = () => (
  <MessageBar intent="info" layout="multiline">
    <MessageBarBody>Your previous input could not be saved and has been restored.</MessageBarBody>
  </MessageBar>
);

export const FailureNotice = ({ children }: { children: string }) => (
  <MessageBar intent="error" layout="multiline" role="alert">
    <MessageBarBody>{children}</MessageBarBody>
  </MessageBar>
);
