import { type Dependency, withoutCredentials } from '@symbio/runtime';

export interface KeycloakRealm {
  KEYCLOAK_URL: string;
  KEYCLOAK_REALM: string;
}

/** Used fields of OpenID Connect Discovery 1.0. */
interface Discovery {
  issuer?: unknown;
}

/**
 * Dependency on a Keycloak realm, available when its OpenID configuration is readable.
 *
 * @param checksTokens requires that the issuer equals the configured address
 */
export function keycloakDependency(
  { KEYCLOAK_URL: url, KEYCLOAK_REALM: realm }: KeycloakRealm,
  checksTokens = false,
): Omit<Dependency, 'neededFor'> {
  const base = `${url.replace(/\/+$/, '')}/realms/${encodeURIComponent(realm)}`;
  const page = `${base}/.well-known/openid-configuration`;
  return {
    name: 'keycloak',
    label: 'Keycloak',
    where: withoutCredentials(url),
    async check(signal) {
      const response = await fetch(page, { signal, redirect: 'manual' });
      if (response.status === 404)
        throw new Error(`it has no realm of the name in KEYCLOAK_REALM, "${realm}": ${page} answers 404`);
      if (!response.ok) throw new Error(`it answers ${response.status} to ${page}`);
      const found = (await response.json().catch(() => undefined)) as Discovery | undefined;
      if (typeof found?.issuer !== 'string')
        throw new Error(`${page} is no OpenID configuration: KEYCLOAK_URL does not lead to a Keycloak`);
      if (checksTokens && found.issuer !== base)
        throw new Error(
          `its tokens name ${found.issuer} as their issuer, and would be refused: KEYCLOAK_URL must be the address that Keycloak's hostname setting says`,
        );
    },
  };
}
