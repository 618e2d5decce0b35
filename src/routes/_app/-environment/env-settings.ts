// Written from src-server/config/ by npm run settings.
import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'

export type EnvSetting = {
  name: string
  about: string
  /** Values that the template sets; people fill in an empty one. Without a value, the line is commented out. */
  set?: Partial<Record<EnvironmentName, string>>
  /** The value that the server uses when the line is missing. */
  fallback?: string
}

/** Every environment variable of the server, without secret values. */
export const envSettings: readonly EnvSetting[] = [
  {
    name: 'APP_ENV',
    about: "L'ambiente",
    set: {
      development: 'development',
      staging: 'staging',
      production: 'production',
    },
  },
  {
    name: 'APP_URL',
    about: "L'indirizzo che le persone scrivono nel browser, senza percorso: metti il tuo",
    set: {
      development: 'http://127.0.0.1:3000',
      staging: 'https://staging.example.com',
      production: 'https://pay.example.com',
    },
  },
  {
    name: 'PORT',
    about: 'La porta su cui il server ascolta',
    set: {
      development: '3000',
      staging: '3000',
      production: '3000',
    },
  },
  {
    name: 'HOST',
    about: "L'indirizzo su cui ascolta; localhost vuol dire solo questo computer",
    fallback: 'localhost',
  },
  {
    name: 'TRUST_PROXY',
    about: 'Indirizzi dei proxy di cui valgono le intestazioni X-Forwarded-*, come 10.0.0.0/8',
  },
  {
    name: 'DATABASE_URL',
    about: 'file:PERCORSO per SQLite, oppure postgres://utente:password@host/database',
    set: {
      development: 'file:./data/incasso.db',
      staging: 'file:./data/incasso.db',
      production: 'file:./data/incasso.db',
    },
  },
  {
    name: 'DATABASE_DIRECT_URL',
    about: 'Indirizzo di PostgreSQL stesso, se DATABASE_URL è quello di PgBouncer',
  },
  {
    name: 'DATABASE_NAMED_STATEMENTS',
    about: 'off se il pooler (PgBouncer prima della 1.21) non tiene gli statement con un nome',
    fallback: 'on',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    about: 'Connessioni a PostgreSQL di un processo',
    fallback: '10',
  },
  {
    name: 'ROLE',
    about: 'web risponde, worker lavora in secondo piano, all fa entrambe le cose',
    fallback: 'all',
  },
  {
    name: 'DRAIN_MS',
    about: 'Per quanti millisecondi risponde ancora un processo che deve fermarsi',
    fallback: '0',
  },
  {
    name: 'SECRET_KEY',
    about: '32 byte casuali in base64, da: openssl rand -base64 32. Obbligatoria con PostgreSQL',
    set: {
      staging: '',
      production: '',
    },
  },
  {
    name: 'METRICS_TOKEN',
    about: 'Chi legge /metrics da un altro computer lo deve mostrare; almeno 16 caratteri',
  },
  {
    name: 'SANDBOX_SETTLEMENT_MS',
    about: 'Quanto aspetta un pagamento in sospeso della sandbox, in millisecondi',
    fallback: '5000',
  },
  {
    name: 'RATE_LIMITS',
    about: 'off solo per le prove di carico; in produzione è rifiutato',
    set: {
      development: 'on',
      staging: 'on',
      production: 'on',
    },
  },
  {
    name: 'WEBHOOK_PRIVATE',
    about: 'Indirizzi non pubblici che i webhook possono raggiungere: none, loopback o all',
    set: {
      development: 'loopback',
      staging: 'none',
      production: 'none',
    },
  },
  {
    name: 'STRIPE_API_URL',
    about: 'Stripe: dove risponde la sua API; un altro indirizzo serve solo per le prove',
    fallback: 'https://api.stripe.com',
  },
  {
    name: 'STRIPE_JS_URL',
    about:
      'Stripe: da dove i browser caricano il suo script; un altro indirizzo serve solo per le prove',
    fallback: 'https://js.stripe.com',
  },
  {
    name: 'PAYPAL_API_URL',
    about: 'PayPal: dove risponde la sua API; un altro indirizzo serve solo per le prove',
    fallback: 'https://api-m.paypal.com',
  },
  {
    name: 'SMTP_URL',
    about: 'Posta in uscita: smtp://utente:password@host:587 o smtps://…',
  },
  {
    name: 'MAIL_FROM',
    about: 'Il mittente; va impostato insieme a SMTP_URL',
  },
  {
    name: 'GOOGLE_CLIENT_ID',
    about: "Google per l'accesso incorporato: sempre con il suo segreto",
  },
  {
    name: 'GOOGLE_CLIENT_SECRET',
    about: 'Il segreto, dalla console di Google Cloud',
  },
  {
    name: 'GOOGLE_ISSUER',
    about: 'Un altro fornitore OpenID Connect al posto di Google',
    fallback: 'https://accounts.google.com',
  },
  {
    name: 'CLERK_PUBLISHABLE_KEY',
    about: 'Clerk: pk_test_… per le prove, pk_live_… altrove',
  },
  {
    name: 'CLERK_SECRET_KEY',
    about: 'Clerk: la chiave segreta della stessa istanza',
  },
  {
    name: 'CLERK_JWT_KEY',
    about: 'Clerk: la chiave pubblica PEM in una riga, con \\n per gli a capo',
  },
  {
    name: 'CLERK_API_URL',
    about: "Clerk: l'indirizzo della sua API",
    fallback: 'https://api.clerk.com',
  },
  {
    name: 'CLERK_AUTHORIZED_PARTIES',
    about: 'Clerk: origini di cui valgono i token, separate da virgole; di norma APP_URL',
  },
  {
    name: 'OPENAI_API_KEY',
    about: 'OpenAI: la chiave; con essa le funzioni AI chiedono al modello',
  },
  {
    name: 'OPENAI_BASE_URL',
    about: 'OpenAI: un altro server che parla lo stesso protocollo',
    fallback: 'https://api.openai.com/v1',
  },
  {
    name: 'OPENAI_MODEL',
    about: 'OpenAI: il modello',
    fallback: 'gpt-4o',
  },
  {
    name: 'TERMS_URL',
    about: 'I termini che le persone accettano: un indirizzo https o un file .md o .txt',
  },
  {
    name: 'PRIVACY_URL',
    about: "L'informativa sulla privacy: un indirizzo https o un file .md o .txt",
  },
  {
    name: 'LOG_LEVEL',
    about: 'fatal, error, warn, info, debug, trace o silent',
    fallback: 'info',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: 'Tracce OpenTelemetry: il collettore (OTLP su HTTP) che le riceve',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Tracce OpenTelemetry: intestazioni per il collettore, come authorization=…',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    about: 'Tracce OpenTelemetry: il nome di questo processo',
    fallback: 'incasso',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about: 'Tracce OpenTelemetry: la parte delle richieste che si registra, da 0 a 1',
    fallback: '1',
  },
]
