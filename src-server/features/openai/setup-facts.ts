import type { World } from '#server/core/context.ts'

/** How this server is set up, for advice on it: names and yes or no, no values that are secret. */
export type SetupFacts = ReturnType<typeof setupFactsOf>

export const setupFactsOf = ({ config, dialect }: Pick<World, 'config' | 'dialect'>) => ({
  environment: config.environment,
  version: config.version,
  database: dialect,
  usesHttps: config.appUrl.startsWith('https:'),
  signIn: config.clerk ? ('Clerk' as const) : ('built-in' as const),
  hasOutgoingMail: config.smtp !== undefined,
  areRateLimitsOn: config.areRateLimitsOn,
  hasSecretKey: config.secretKeys.length > 0,
  hasModel: config.openai !== undefined,
  processor: 'sandbox: no money moves' as const,
})

/** What to do about it, in the order of its weight. Nothing when all is well. */
export function setupAdvice(facts: SetupFacts): string[] {
  const isLocal = facts.environment === 'development'
  return [
    ...(!isLocal && !facts.usesHttps
      ? ['APP_URL is not https: sessions travel unprotected. Put the server behind TLS.']
      : []),
    ...(!isLocal && !facts.hasOutgoingMail
      ? ['SMTP_URL is not set: people cannot be mailed a link to reset their password.']
      : []),
    ...(!facts.hasSecretKey
      ? ['SECRET_KEY is not set: the key lies beside the database. Set it before going further.']
      : []),
    ...(!isLocal && facts.database === 'sqlite'
      ? [
          'The database is SQLite: one process, one machine. PostgreSQL lets several share the work.',
        ]
      : []),
    ...(!facts.areRateLimitsOn ? ['RATE_LIMITS is off: set it to on outside of load tests.'] : []),
    ...(!facts.hasModel ? ['OPENAI_API_KEY is not set: reports are made without a model.'] : []),
  ]
}
