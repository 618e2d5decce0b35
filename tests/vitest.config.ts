import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { textsIn } from '../scripts/lib/texts-plugin.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Timeouts that only a hanging test reaches, also on a machine ten times slower. */
const TEST_MS = 300_000
const POLL_MS = 120_000

type Dialect = 'sqlite' | 'postgres'

/**
 * Runs the same tests on each database; only a variable differs. Modules keep no state, so test files share their
 * imports: loading them for each file would take two fifths of the time.
 */
const databaseProject = (name: string, dialect: Dialect, include: string[]) => ({
  root,
  test: {
    name,
    include,
    isolate: false,
    globalSetup: `tests/support/global-${dialect}.ts`,
    setupFiles: ['tests/support/setup.ts'],
    env: { TEST_DIALECT: dialect },
    testTimeout: TEST_MS,
    hookTimeout: 2 * TEST_MS,
    expect: { poll: { timeout: POLL_MS } },
  },
})

const integration = ['tests/server/**/*.test.ts', 'tests/db/**/*.test.ts']

/**
 * Server tests that `npm test` runs on PostgreSQL: their result can differ there because of SQL, locks, races, search,
 * sums or a job's leases. `npm run test:all` runs every server test on both databases.
 */
const postgresTests = [
  'tests/db/**/*.test.ts',
  `tests/server/{${[
    'balance-parts,dashboard-net,money-notices,sandbox-dispute-money',
    'balance-histories,balance-kills,paypal-balance,paypal-balance-histories,paypal-balance-kills,payout-turns',
    'ledger,month-entries,sandbox-balance,settled-payments',
    'analytics,audit-log,backup,calendar-change,captures,common-trigrams,create-payment,currencies',
    'customers,customers-by-spending,dashboard-today,database-trouble,dispute-orders,dispute-rule,disputes,erasure,evidence-files,export,figure-filters',
    'idempotency,import-invariants,update-statistics,ledger-check,link-counts,link-invariants,link-races',
    'list-yields,listeners,lists,live-relay,lock-order,mails,merchant-lock,metadata,money-both-ways,move',
    'null-characters,notices,one-shard,operating-metrics,paging,payment-groups,payment-imports',
    'processor-accounts,prune-sign-ins,query-plans,random-input,reads,refund-invariants,refund-limits',
    'refund-paging,refund-summary,refunds,rotate-secrets,rotations-at-once,transaction-retries,search,search-days',
    'settle,sparse-customers,takings,team-history,transaction-summary,update-status,views,webhook-workers',
  ].join(',')}}.test.ts`,
]
const isChange = process.env.TEST_SCOPE === 'change'

/** Server tests of `npm run check`: the purpose of each feature, on SQLite, within a minute and a half. */
const checkTests = [
  `tests/server/{${[
    'sandbox-balance',
    'api-keys,audit-log,captures,create-payment,customers,api-parity,erasure,export,integrations,link-races',
    'lists,metadata,money-both-ways,onboarding,pay-page,payment-links,processor-accounts,refunds,request-log',
    'settle,tenants,transaction-summary,two-books,version-two,webhook-workers,webhooks',
  ].join(',')}}.test.ts`,
]
const isCheck = process.env.TEST_SCOPE === 'check'
const contract = ['tests/contract/**/*.test.ts']
const drills = ['tests/drill/**/*.test.ts']

export default defineConfig({
  root,
  test: {
    // Exceeds the number of CPUs by one, because a worker often waits for a database or a server. The default is one
    // fewer, which leaves half of a small machine idle.
    maxWorkers: availableParallelism() + 1,
    // Tests create apps by the hundred. More space for short-lived objects makes garbage collection cheaper and rarer.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        root,
        plugins: [textsIn('spec')],
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: TEST_MS,
          hookTimeout: 2 * TEST_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      // Screens with the router in memory, against the real server, in a browser window that renders nothing.
      {
        root,
        plugins: [textsIn('spec')],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.ts'],
          isolate: false,
          environment: './tests/client/support/window.ts',
          environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
          globalSetup: 'tests/support/global-sqlite.ts',
          setupFiles: ['tests/client/support/setup.ts'],
          env: { TEST_DIALECT: 'sqlite', TZ: 'Europe/Rome', NODE_ENV: 'production' },
          testTimeout: TEST_MS,
          hookTimeout: 2 * TEST_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      databaseProject('sqlite', 'sqlite', isCheck ? checkTests : integration),
      databaseProject('postgres', 'postgres', isChange ? postgresTests : integration),
      // These call the built server over HTTP, so they run after the build.
      databaseProject('contract-sqlite', 'sqlite', contract),
      databaseProject('contract-postgres', 'postgres', contract),
      // Small fixed counts here; `npm run drill` runs the full counts.
      databaseProject('drill-sqlite', 'sqlite', drills),
      databaseProject('drill-postgres', 'postgres', drills),
    ],
  },
})
