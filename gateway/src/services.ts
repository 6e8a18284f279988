/** The services the gateway calls: all of the contract. */
import { address } from '@symbio/kit';
import * as services from '@symbio/proto/services';

/** Service name, in code and on the wire. */
export type ServiceName = keyof typeof services;

/** Setting of a service's address, for example SYMBIO_PROJECT_ADDR. */
type AddressSetting = `SYMBIO_${Uppercase<ServiceName>}_ADDR`;

export const serviceNames = Object.keys(services) as ServiceName[];

export const addressSetting = (name: ServiceName): AddressSetting =>
  `SYMBIO_${name.toUpperCase() as Uppercase<ServiceName>}_ADDR`;

/** Schemas of the address settings. */
export const addressSettings = Object.fromEntries(
  serviceNames.map((name) => [addressSetting(name), address]),
) as Record<AddressSetting, typeof address>;
