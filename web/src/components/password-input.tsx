import { Button, Input, Tooltip } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type ComponentProps } from 'react';

export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'contentAfter'>) {
  const [isShown, setShown] = useState(false);
  // not "Show password", which would also match the field's name
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
