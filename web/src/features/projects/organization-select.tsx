import { Select, type SelectProps } from '@fluentui/react-components';
import type { Organization } from '@symbio/client/app';
import { OPERATOR } from '../../lib/session/organizations.js';

export interface OrganizationSelectProps extends Omit<SelectProps, 'onChange'> {
  organizations: readonly Organization[];
  /** Empty: the operator. */
  onChange: (organizationId: string) => void;
}

export const OrganizationSelect = ({ organizations, onChange, ...select }: OrganizationSelectProps) => (
  <Select {...select} onChange={(_, data) => onChange(data.value)}>
    <option value="">{OPERATOR}</option>
    {organizations.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
);
