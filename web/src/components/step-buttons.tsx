import { Button, Tooltip } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';

interface StepButtonsProps {
  /** Tooltip with the key. */
  previous: string;
  next: string;
  canStep: boolean;
  onStep: (direction: 1 | -1) => void;
}

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
