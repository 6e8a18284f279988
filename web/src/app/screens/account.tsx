import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { AccountPage } from '../../features/settings/account-page.js';
import { useColorScheme, type ColorScheme } from '../theme.js';

const SYSTEM = 'system';

function Appearance() {
  const { chosen, choose } = useColorScheme();
  return (
    <Field label="Theme">
      <RadioGroup
        layout="horizontal"
        value={chosen ?? SYSTEM}
        onChange={(_, { value }) => choose(value === SYSTEM ? undefined : (value as ColorScheme))}
      >
        <Radio value={SYSTEM} label="Same as the system" />
        <Radio value="light" label="Light" />
        <Radio value="dark" label="Dark" />
      </RadioGroup>
    </Field>
  );
}

export function Account() {
  return <AccountPage appearance={<Appearance />} />;
}

/** The same page, at its security section (NAV-15). */
export function Security() {
  return <AccountPage atSecurity appearance={<Appearance />} />;
}
