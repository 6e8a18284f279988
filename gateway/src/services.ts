/** The services that the gateway calls: all of the contract. */
import { address } from '@symbio/kit';
import * as services from '@symbio/proto/services';

/** Name of a service, in code and on the wire. */
export type ServiceName = keyof typeof services;

/** The setting that says where a service is, for example SYMBIO_PROJECT_ADDR. */
type AddressSetting = `SYMBIO_${Uppercase<ServiceName>}_ADDR`;

export const serviceNames = Object.keys(services) as ServiceName[];

export const addressSetting = (name: ServiceName): AddressSetting =>
  `SYMBIO_${name.toUpperCase() as Uppercase<ServiceName>}_ADDR`;

/** Schemas of the settings that say where the services are. */
export const addressSettings = Object.fromEntries(
  serviceNames.map((name) => [addressSetting(name), address]),
) as Record<AddressSetting, typeof address>;
