import type { Config } from '#server/config/config.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import type { ClientConfig } from '#server/features/identity/identity.schema.ts'
import { legalLinks } from './legal.ts'

/** Returns the part of the configuration that the dashboard may receive. */
export const clientConfigOf = ({
  config,
  identity,
}: {
  config: Config
  identity: Identity
}): Omit<ClientConfig, 'book'> => ({
  environment: config.environment,
  identity: identity.name,
  hasGoogle: config.google !== undefined,
  hasMail: config.smtp !== undefined || config.environment === 'development',
  verifiesEmail: config.smtp !== undefined,
  clerkPublishableKey: config.clerk?.publishableKey ?? null,
  version: config.version,
  legal: legalLinks(config.legal),
})
