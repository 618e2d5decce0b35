import { z } from 'zod'
import { findDatabaseErrors } from './database.ts'
import { type IdentityConfig, identityConfigOf } from './identity.ts'
import { clerkVariables, googleVariables, mailVariables } from './identity-variables.ts'
import { type LegalConfig, legalConfigOf, legalVariables } from './legal.ts'
import { type OpenaiConfig, openaiConfigOf, openaiVariables } from './openai.ts'
import { findPayPalErrors, type PayPalConfig, payPalConfigOf, payPalVariables } from './paypal.ts'
import {
  addressVariables,
  databaseVariables,
  logVariables,
  paymentVariables,
  secretVariables,
} from './server-variables.ts'
import { findStripeErrors, type StripeConfig, stripeConfigOf, stripeVariables } from './stripe.ts'
import { type TracingConfig, tracingConfigOf, tracingVariables } from './tracing.ts'
import type { UrlRules } from './webhooks.ts'

const Variables = z.object({
  ...addressVariables,
  ...databaseVariables,
  ...secretVariables,
  ...paymentVariables,
  ...stripeVariables,
  ...payPalVariables,
  ...mailVariables,
  ...googleVariables,
  ...clerkVariables,
  ...openaiVariables,
  ...legalVariables,
  ...logVariables,
  ...tracingVariables,
})

/** Names of the environment variables that configure the server. */
export const variableNames = Object.keys(Variables.shape)

/** The server's settings, read from the environment and checked. */
export type Config = Readonly<{
  port: number
  host: string
  /** The public origin, for links, cookies and allowed origins. */
  appUrl: string
  /** Origins whose pages may send changes with the visitor's cookie. */
  allowedOrigins: readonly string[]
  databaseUrl: string
  /** URL without a connection pooler, for work that needs its own sessions; `databaseUrl` unless it is set. */
  databaseDirectUrl: string
  /** True when PostgreSQL keeps prepared statements by name. */
  usesNamedStatements: boolean
  databasePoolSize: number
  /** `web` serves requests, `worker` runs the background jobs, `all` does both. */
  role: 'all' | 'web' | 'worker'
  /** Time for which a stopping process still serves requests, so that a load balancer can switch away. */
  drainMs: number
  environment: 'development' | 'staging' | 'production'
  /** Encryption keys of 32 bytes each, newest first; empty when none is set and one must be created. */
  secretKeys: readonly Buffer[]
  trustProxy: string | undefined
  /**
   * Bearer token for /metrics. Without it only programs on this machine may read them, and only without a public URL.
   */
  metricsToken: string | undefined
  sandboxSettlementMs: number
  areRateLimitsOn: boolean
  /** Rules for the URLs of merchants' webhooks. */
  webhookUrls: UrlRules
  stripe: StripeConfig
  paypal: PayPalConfig
  /** The model that may be called; undefined when none is configured. */
  openai: OpenaiConfig | undefined
  /** The terms and the privacy policy that people accept. */
  legal: LegalConfig
  logLevel: string
  /** Destination of traces; undefined when tracing is off. */
  tracing: TracingConfig | undefined
  version: string
}> &
  IdentityConfig

/** Error in the settings. The message is for the person who starts the server: one line for each wrong variable. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks the environment once.
 * @throws ConfigError that names the given and the expected values.
 */
export function loadConfig(environment: Environment = process.env, version = '0.0.0'): Config {
  // An empty value in .env means "not set", as people expect.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => variableNames.includes(name) && value),
  )
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map(({ path, message }) => describeError(String(path[0]), given, message))
        .join('\n'),
    )
  }
  const variables = parsed.data
  const secretKeys = parseSecretKeys(variables.SECRET_KEY)
  const complaints = findSettingErrors(variables, secretKeys)

  const appUrl = variables.APP_URL ?? `http://127.0.0.1:${variables.PORT}`
  const allowedOrigins = originsOf(appUrl, variables.APP_ENV)
  const identity = identityConfigOf(variables, allowedOrigins)
  complaints.push(...identity.complaints)
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))

  return Object.freeze({
    ...identity.config,
    port: variables.PORT,
    host: variables.HOST,
    appUrl,
    allowedOrigins,
    databaseUrl: variables.DATABASE_URL,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL,
    usesNamedStatements: variables.DATABASE_NAMED_STATEMENTS === 'on',
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    role: variables.ROLE,
    drainMs: variables.DRAIN_MS,
    environment: variables.APP_ENV,
    secretKeys,
    trustProxy: variables.TRUST_PROXY,
    metricsToken: variables.METRICS_TOKEN,
    sandboxSettlementMs: variables.SANDBOX_SETTLEMENT_MS,
    webhookUrls: {
      privateAddresses:
        variables.WEBHOOK_PRIVATE ?? (variables.APP_ENV === 'development' ? 'loopback' : 'none'),
      mayBePlain: variables.APP_ENV === 'development',
    },
    areRateLimitsOn: variables.RATE_LIMITS === 'on',
    stripe: stripeConfigOf(variables),
    paypal: payPalConfigOf(variables),
    openai: openaiConfigOf(variables),
    legal: legalConfigOf(variables),
    logLevel: variables.LOG_LEVEL,
    tracing: tracingConfigOf(variables, version),
    version,
  })
}

const parseSecretKeys = (text = ''): Buffer[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => Buffer.from(part, 'base64'))

/** Returns a line for each combination of settings that cannot work. */
function findSettingErrors(
  variables: z.infer<typeof Variables>,
  secretKeys: readonly Buffer[],
): string[] {
  const complaints: string[] = []
  if (secretKeys.some((key) => key.length !== 32 || key.every((byte) => byte === 0))) {
    complaints.push(
      'SECRET_KEY must be 32 random bytes in base64, such as the output of `openssl rand -base64 32` (several are separated by commas)',
    )
  }
  const isProduction = variables.APP_ENV === 'production'
  if (secretKeys.length === 0 && isProduction) {
    complaints.push('SECRET_KEY must be set when APP_ENV is production')
  }
  if (secretKeys.length === 0 && !variables.DATABASE_URL.startsWith('file:')) {
    complaints.push('SECRET_KEY must be set when DATABASE_URL is PostgreSQL')
  }
  if (isProduction && variables.RATE_LIMITS === 'off') {
    complaints.push('RATE_LIMITS=off is for load tests only; APP_ENV=production refuses it')
  }
  if (isProduction && variables.WEBHOOK_PRIVATE === 'all') {
    complaints.push(
      'WEBHOOK_PRIVATE=all lets merchants reach your own network; APP_ENV=production refuses it',
    )
  }
  return [
    ...complaints,
    ...findDatabaseErrors(variables),
    ...findStripeErrors(variables),
    ...findPayPalErrors(variables),
  ]
}

/**
 * Returns the allowed origins. In development the dashboard may also be open under another name of this machine, on the
 * same port.
 */
function originsOf(appUrl: string, environment: Config['environment']): string[] {
  if (environment !== 'development') return [appUrl]
  const { port, protocol } = new URL(appUrl)
  const suffix = port ? `:${port}` : ''
  const hosts = ['localhost', '127.0.0.1', '[::1]']
  return [...new Set([appUrl, ...hosts.map((host) => `${protocol}//${host}${suffix}`)])]
}

/** Describes a wrong variable, without the value of a secret or of a URL that may contain a password. */
function describeError(name: string, given: Record<string, string | undefined>, expected: string) {
  const isSecret = /KEY|SECRET|TOKEN|(?:URL|HEADERS)$/.test(name) && name !== 'APP_URL'
  const shownValue = isSecret ? 'a value that is not shown' : JSON.stringify(given[name])
  return `${name}: was given ${shownValue}; ${expected}`
}
