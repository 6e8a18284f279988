import { Button, Tooltip } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';

interface StepButtonsProps {
  /** What each does, with its key. */
  previous: string;
  next: string;
  canStep: boolean;
  onStep: (direction: 1 | -1) => void;
}

/** To what was found before this, and to what comes after it. */
export function StepButtons({ previous, next, canStep, onStep }: StepButtonsProps) {
  return (
    <>
      <Tooltip content={previous} relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronUpRegular />}
          disabledFocusable={!canStep}
          onClick={() => onStep(-1)}
        />
      </Tooltip>
      <Tooltip content={next} relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronDownRegular />}
          disabledFocusable={!canStep}
          onClick={() => onStep(1)}
        />
      </Tooltip>
    </>
  );
}
