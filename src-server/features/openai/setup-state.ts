import type { World } from '#server/core/context.ts'
import type { ReportLanguage } from './openai.schema.ts'

/** This server's configuration, as the advice needs it: names and booleans, no secrets. */
export type SetupState = ReturnType<typeof setupStateOf>

export const setupStateOf = ({ config, dialect }: Pick<World, 'config' | 'dialect'>) => ({
  environment: config.environment,
  version: config.version,
  database: dialect,
  usesHttps: config.appUrl.startsWith('https:'),
  signIn: config.clerk ? ('Clerk' as const) : ('built-in' as const),
  hasOutgoingMail: config.smtp !== undefined,
  areRateLimitsOn: config.areRateLimitsOn,
  hasSecretKey: config.secretKeys.length > 0,
  hasModel: config.openai !== undefined,
  processor:
    'test payments go to the sandbox, real ones to the account that a business connects' as const,
})

const advice = {
  en: {
    https: 'APP_URL is not https: sessions travel unprotected. Put the server behind TLS.',
    mail: 'SMTP_URL is not set: people cannot be mailed a link to reset their password.',
    secret: 'SECRET_KEY is not set: the key lies beside the database. Set it before going further.',
    sqlite:
      'The database is SQLite: one process, one machine. PostgreSQL lets several share the work.',
    limits: 'RATE_LIMITS is off: set it to on outside of load tests.',
    model: 'OPENAI_API_KEY is not set: reports are made without a model.',
  },
  it: {
    https:
      'APP_URL non è https: le sessioni viaggiano senza protezione. Metti il server dietro TLS.',
    mail: 'SMTP_URL non è impostata: i link per reimpostare la password non possono partire.',
    secret:
      'SECRET_KEY non è impostata: la chiave sta accanto al database. Impostala prima di proseguire.',
    sqlite:
      'Il database è SQLite: un processo, una macchina. PostgreSQL permette di dividere il lavoro.',
    limits: 'RATE_LIMITS è off: impostala su on fuori dalle prove di carico.',
    model: 'OPENAI_API_KEY non è impostata: i rapporti si fanno senza un modello.',
  },
} as const satisfies Record<ReportLanguage, Record<string, string>>

/** Returns advice on the configuration, the most important first; empty when there is nothing to change. */
export function setupAdvice(setup: SetupState, language: ReportLanguage): string[] {
  const isLocal = setup.environment === 'development'
  const words = advice[language]
  const hints: [boolean, string][] = [
    [!isLocal && !setup.usesHttps, words.https],
    [!isLocal && !setup.hasOutgoingMail, words.mail],
    [!setup.hasSecretKey, words.secret],
    [!isLocal && setup.database === 'sqlite', words.sqlite],
    [!setup.areRateLimitsOn, words.limits],
    [!setup.hasModel, words.model],
  ]
  return hints.filter(([applies]) => applies).map(([, text]) => text)
}
