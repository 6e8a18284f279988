import { Button, Input, Tooltip } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type ComponentProps } from 'react';

/** A field for a password, with a button that shows what was typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'contentAfter'>) {
  const [isShown, setShown] = useState(false);
  // not "Show password": whoever looks for the field of that name would find the button, too
  const label = isShown ? 'Hide characters' : 'Show characters';
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      contentAfter={
        props.disabled ? undefined : (
          <Tooltip content={label} relationship="label">
            <Button
              appearance="transparent"
              size="small"
              icon={isShown ? <EyeOffRegular /> : <EyeRegular />}
              onClick={() => setShown(!isShown)}
            />
          </Tooltip>
        )
      }
    />
  );
}
