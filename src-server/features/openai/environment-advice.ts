import { rewriteDraft } from './guide.ts'
import type { EnvironmentAdvice } from './openai.schema.ts'
import { type SetupState, setupStateOf } from './setup-state.ts'
import type { ModelCtx } from './test-model.ts'

/** Placeholders: the real values never leave the server. */
const placeholders = {
  APP_ENV: 'production',
  APP_URL: 'https://il-tuo-dominio.example',
  DATABASE_URL: 'postgres://utente:password@host/incasso',
  SECRET_KEY: '<32 byte casuali in base64>',
  OPENAI_API_KEY: 'sk-<la tua chiave>',
  OPENAI_MODEL: 'gpt-4o',
  CLERK_PUBLISHABLE_KEY: 'pk_live_<la tua chiave>',
  CLERK_SECRET_KEY: 'sk_live_<la tua chiave>',
} as const

type Name = keyof typeof placeholders

const settingsFor = (names: readonly Name[]) =>
  names.map((name) => ({ name, value: placeholders[name] }))

const secretNames: Name[] = ['DATABASE_URL', 'SECRET_KEY', 'OPENAI_API_KEY', 'CLERK_SECRET_KEY']
const allNames = Object.keys(placeholders) as Name[]

/** Drops Clerk's variables unless Clerk signs people in. */
const namesNeededBy = ({ signIn }: SetupState, names: readonly Name[]) =>
  names.filter((name) => signIn === 'Clerk' || !name.startsWith('CLERK_'))

/** Returns the variables to set on each host, setup steps, and advice for this server. */
export async function writeEnvironmentAdvice(ctx: ModelCtx): Promise<EnvironmentAdvice> {
  const setup = setupStateOf(ctx)
  const steps = stepsFor(setup)
  const { text, error } = await rewriteDraft(ctx, {
    task: 'Consigli per configurare le variabili d’ambiente di sviluppo, staging e produzione',
    setup,
    draft: [stateOf(setup), ...steps].join('\n'),
  })
  return {
    success: error === null,
    configuration: {
      replit_secrets: settingsFor(namesNeededBy(setup, secretNames)),
      vercel_environment: settingsFor(namesNeededBy(setup, allNames)),
      setup_steps: steps,
    },
    advice: text,
    error,
  }
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

const stateOf = ({ environment, database, signIn, usesHttps, hasModel }: SetupState): string =>
  [
    `Questo server gira in ${environment} con ${databases[database]}.`,
    signIn === 'Clerk' ? 'L’accesso è di Clerk.' : 'L’accesso è quello incorporato.',
    usesHttps ? 'L’indirizzo pubblico è https.' : 'L’indirizzo pubblico non è https.',
    hasModel ? 'Un modello AI è configurato.' : 'Nessun modello AI è configurato.',
  ].join(' ')

function stepsFor(setup: SetupState): string[] {
  return [
    'Crea un ambiente separato per sviluppo, staging e produzione, con un database ciascuno.',
    'Genera una SECRET_KEY per ogni ambiente con: openssl rand -base64 32.',
    ...(setup.usesHttps ? [] : ['Imposta APP_URL con l’indirizzo https che le persone scrivono.']),
    ...(setup.database === 'sqlite'
      ? ['Dove i processi sono più di uno, usa PostgreSQL: imposta DATABASE_URL.']
      : []),
    ...(setup.hasOutgoingMail
      ? []
      : ['Imposta SMTP_URL e MAIL_FROM, così i link per la password arrivano per posta.']),
    ...(setup.hasModel
      ? ['Usa una OPENAI_API_KEY diversa per ogni ambiente, con un limite di spesa.']
      : ['Crea una chiave OpenAI con un limite di spesa e mettila in OPENAI_API_KEY.']),
    'Metti i segreti nel pannello del servizio che ospita il server, mai nel codice.',
    'Riavvia il server: le variabili si leggono una volta sola, all’avvio.',
  ]
}
