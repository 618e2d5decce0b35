import { z } from 'zod'
import { sameEverywhere, settingDocs } from './setting.ts'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), 'must be an origin: no path')
  .transform((text) => new URL(text).origin)

/** Variables of the server's URL, listening port and environment. */
export const addressVariables = {
  APP_ENV: z
    .enum(['development', 'staging', 'production'])
    .default('development')
    .register(settingDocs, {
      meaning:
        '`development`, `staging` or `production`. Production refuses what is for development only.',
      italian: "L'ambiente",
      neededBy: 'every server that is not for development',
      example: 'production',
      template: { development: 'development', staging: 'staging', production: 'production' },
    }),
  APP_URL: origin.optional().register(settingDocs, {
    meaning:
      'The public origin, without a path: links, cookies and allowed origins follow it. Behind a proxy it must be the address that people type, else every change returns 403.',
    italian: "L'indirizzo che le persone scrivono nel browser, senza percorso: metti il tuo",
    neededBy: 'every server that people reach from another machine',
    example: 'https://pay.example.com',
    otherwise: '`http://127.0.0.1:$PORT`',
    template: {
      development: 'http://127.0.0.1:3000',
      staging: 'https://staging.example.com',
      production: 'https://pay.example.com',
    },
  }),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .register(settingDocs, {
      meaning: 'The port that the server listens on.',
      italian: 'La porta su cui il server ascolta',
      neededBy: 'a machine on which another program has port 3000',
      example: '3100',
      template: sameEverywhere('3000'),
    }),
  HOST: z.string().min(1).default('localhost').register(settingDocs, {
    meaning:
      'The address that the server listens on. `localhost` means both loopback addresses, 127.0.0.1 and ::1; `0.0.0.0` every IPv4 address of the machine.',
    italian: "L'indirizzo su cui ascolta; localhost vuol dire solo questo computer",
    neededBy: 'a server whose proxy runs on another machine or in another container',
    example: '0.0.0.0',
  }),
  TRUST_PROXY: z.string().optional().register(settingDocs, {
    meaning:
      'Addresses of proxies whose `X-Forwarded-*` headers count, separated by commas. With them limits count clients and not the proxy.',
    italian: 'Indirizzi dei proxy di cui valgono le intestazioni X-Forwarded-*, come 10.0.0.0/8',
    neededBy: 'every server behind a proxy',
    example: '10.0.0.0/8',
  }),
}

/** Variables of the database, and of the processes that share the work on it. */
export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .regex(/^(?:file:.+|postgres(?:ql)?:\/\/.+)$/, 'must be file:PATH or postgres://…')
    .default('file:./data/incasso.db')
    .register(settingDocs, {
      meaning:
        '`file:PATH` for SQLite on a local disk, or `postgres://user:password@host/database`. With several hosts, `host1:5432,host2:5432`, end the URL with `?target_session_attrs=read-write`: the host that takes writes is used.',
      italian: 'file:PERCORSO per SQLite, oppure postgres://utente:password@host/database',
      neededBy: 'a server whose data lie elsewhere, or that uses PostgreSQL',
      example: 'postgres://incasso:password@db.internal/incasso',
      secret: 'password',
      template: sameEverywhere('file:./data/incasso.db'),
    }),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/.+$/, 'must be postgres://…, the address of PostgreSQL itself')
    .optional()
    .register(settingDocs, {
      meaning:
        'The address of PostgreSQL itself where `DATABASE_URL` is that of a pooler such as PgBouncer: migrations, operators’ commands and live updates need sessions of their own.',
      italian: 'Indirizzo di PostgreSQL stesso, se DATABASE_URL è quello di PgBouncer',
      neededBy: 'a server behind a pooler: see [growing](growing.md)',
      example: 'postgres://incasso:password@db.internal/incasso',
      otherwise: 'the same as `DATABASE_URL`',
      secret: 'password',
    }),
  DATABASE_NAMED_STATEMENTS: z.enum(['on', 'off']).default('on').register(settingDocs, {
    meaning:
      'Whether PostgreSQL keeps frequent statements by a name, parsed and planned. `off` where a pooler does not keep them: PgBouncer before 1.21, or without `max_prepared_statements`.',
    italian: 'off se il pooler (PgBouncer prima della 1.21) non tiene gli statement con un nome',
    neededBy: 'a server behind such a pooler',
    example: 'off',
  }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(1000).default(10).register(settingDocs, {
    meaning: 'PostgreSQL connections of one process.',
    italian: 'Connessioni a PostgreSQL di un processo',
    neededBy: 'several processes on one PostgreSQL: see [growing](growing.md)',
    example: '20',
  }),
  ROLE: z.enum(['all', 'web', 'worker']).default('all').register(settingDocs, {
    meaning:
      'What the process does: `web` only serves requests, `worker` only settles, delivers and prunes, `all` does both. `web` and `worker` need PostgreSQL.',
    italian: 'web risponde, worker lavora in secondo piano, all fa entrambe le cose',
    neededBy: 'several processes on one PostgreSQL',
    example: 'web',
  }),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0).register(settingDocs, {
    meaning:
      'Milliseconds for which a stopping process still responds while `/readyz` returns 503, so that a load balancer removes it first.',
    italian: 'Per quanti millisecondi risponde ancora un processo che deve fermarsi',
    neededBy: 'processes behind a balancer: a little more than it needs to notice',
    example: '5000',
  }),
}

export const secretVariables = {
  SECRET_KEY: z
    .string()
    .optional()
    .register(settingDocs, {
      meaning:
        '32 random bytes in base64 (`openssl rand -base64 32`). The key signs sessions and encrypts stored secrets: keep a copy of it apart from the backups. To rotate it, list several, newest first, separated by commas.',
      italian:
        '32 byte casuali in base64, da: openssl rand -base64 32. Obbligatoria con PostgreSQL',
      neededBy: 'every server with PostgreSQL, and every one in production: it must be set there',
      otherwise: 'made once, beside the SQLite file',
      secret: 'yes',
      template: { staging: '', production: '' },
    }),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .register(settingDocs, {
      meaning:
        'Bearer token for `/metrics` (Prometheus), at least 16 characters. Without it only programs on this machine may read the metrics, and only while `APP_URL` is local.',
      italian: 'Chi legge /metrics da un altro computer lo deve mostrare; almeno 16 caratteri',
      neededBy: 'a server that Prometheus watches',
      secret: 'yes',
    }),
}

/** Variables of payments, limits and webhooks. */
export const paymentVariables = {
  SANDBOX_SETTLEMENT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .default(5000)
    .register(settingDocs, {
      meaning: 'How many milliseconds a pending sandbox payment waits before it settles.',
      italian: 'Quanto aspetta un pagamento in sospeso della sandbox, in millisecondi',
      neededBy: 'tests that should not wait, or that should see a payment pending for longer',
      example: '60000',
    }),
  RATE_LIMITS: z
    .enum(['on', 'off'])
    .default('on')
    .register(settingDocs, {
      meaning: 'Limits on requests. `off` is for load tests only; production refuses it.',
      italian: 'off solo per le prove di carico; in produzione è rifiutato',
      neededBy: 'load tests',
      example: 'off',
      template: sameEverywhere('on'),
    }),
  WEBHOOK_PRIVATE: z
    .enum(['none', 'loopback', 'all'])
    .optional()
    .register(settingDocs, {
      meaning:
        'Which addresses that are not public webhooks may reach: `none`, `loopback` or `all`. Production refuses `all`.',
      italian: 'Indirizzi non pubblici che i webhook possono raggiungere: none, loopback o all',
      neededBy: 'a test system whose receivers are in its own network',
      example: 'all',
      otherwise: '`loopback` in development, else `none`',
      template: { development: 'loopback', staging: 'none', production: 'none' },
    }),
}

export const logVariables = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .register(settingDocs, {
      meaning:
        'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      italian: 'fatal, error, warn, info, debug, trace o silent',
      neededBy: 'the search for a fault, for which `debug` says more',
      example: 'debug',
    }),
}
