import { describe, expect, test } from 'vitest'
import { whyForbidden } from '../../scripts/lint/imports.mjs'
import { foreignProcessor } from '../../scripts/lint/processor-names.mjs'

const FEATURE = 'src-server/features/transactions'

const FORBIDDEN = [
  ['src/routes/index.tsx', '#server/app.ts'],
  ['src/routes/index.tsx', '#server/features/transactions/transactions.queries.ts'],
  ['src/routes/index.tsx', '../../src-server/app.ts'],
  ['src/routes/index.tsx', '#server/router.ts'],
  ['src/routes/index.tsx', '#db/tables.ts'],
  ['src/routes/index.tsx', '@trpc/server'],
  ['src/routes/index.tsx', 'node:crypto'],
  ['src/components/page.tsx', '#client/trpc.ts'],
  ['src/components/page.tsx', '../features/payments/payment-form.tsx'],
  ['src/lib/words/format.ts', '#client/routes/index.tsx'],
  ['src/features/payments/payment-form.tsx', '../customers/customer-card.tsx'],
  ['src/features/payments/payment-form.tsx', '#client/features/customers/customer-card.tsx'],
  ['src/main.tsx', '#tests/support/make.ts'],
  ['db/database.ts', '#server/config/config.ts'],
  ['src-sdk/webhooks.ts', 'node:crypto'],
  ['src-sdk/types.ts', '#server/features/transactions/transactions.schema.ts'],
  ['src-sdk/resources/payments.ts', 'zod'],
  ['src/routes/index.tsx', '#sdk/incasso.ts'],
  ['db/migrations/2026-01-31-create.ts', '../database.ts'],
  ['src-server/app.ts', '#client/theme.ts'],
  ['src-server/app.ts', '../tests/support/make.ts'],
  ['src-server/app.ts', '../scripts/lib/paths.mjs'],
  ['src-server/shared/money/money.ts', 'kysely'],
  ['src-server/shared/money/money.ts', 'node:crypto'],
  [`${FEATURE}/transactions.schema.ts`, './transactions.queries.ts'],
  [`${FEATURE}/transactions.rules.ts`, './transactions.queries.ts'],
  [`${FEATURE}/transactions.queries.ts`, './transactions.router.ts'],
  [`${FEATURE}/transactions.queries.ts`, '#server/core/context.ts'],
  [`${FEATURE}/transactions.queries.ts`, 'fastify'],
  [`${FEATURE}/create-transaction.ts`, '@trpc/server'],
  [`${FEATURE}/create-transaction.ts`, '#server/core/calls/trpc.ts'],
  [`${FEATURE}/create-transaction.ts`, '@fastify/helmet'],
  [`${FEATURE}/transactions.router.ts`, '../customers/customers.router.ts'],
  [`${FEATURE}/transactions.router.ts`, 'kysely'],
  ['src-server/core/calls/trpc.ts', '#server/features/identity/identity.schema.ts'],
  // Layers: no file imports a higher layer.
  ['src-server/shared/money/money.ts', '../../core/world.ts'],
  ['src-server/config/config.ts', '../core/errors.ts'],
  ['src-server/core/context.ts', '../services/live/live-bus.ts'],
  ['src-server/services/outbox/emit-event.ts', '#server/features/webhooks/webhooks.rules.ts'],
  ['src-server/services/outbox/emit-event.ts', '../rollups/rollups.queries.ts'],
  [`${FEATURE}/create-transaction.ts`, '#server/http/entrance/rate-limit.ts'],
  ['src-server/http/routes/rest.ts', '#server/app.ts'],
  ['src-server/jobs/jobs.ts', '../app.ts'],
  ['src-server/app.ts', './cellar/wine.ts'],
  ['src-server/http/entrance/guards.ts', '../routes/rest.ts'],
  ['src-server/http/openapi/document.ts', '../routes/rest.ts'],
  // Consequences of payments: only features/transactions stores payments, and runs all their consequences.
  ['src-server/features/demo/create-demo.ts', '../transactions/store/insert-payments.ts'],
  [`${FEATURE}/record-progress.ts`, '#server/services/rollups/payment-sums.queries.ts'],
  // Features: each may import only earlier ones.
  ['src-server/features/customers/erase-customer.ts', '../transactions/transactions.rules.ts'],
  ['src-server/features/merchants/onboard-merchant.ts', '../unheard-of/thing.ts'],
  // Paths that begin with `../../`: imports need an alias instead.
  ['src/routes/_app/-dashboard/methods-chart.tsx', '../../../lib/use-narrow.ts'],
  [`${FEATURE}/create-transaction.ts`, '../../core/context.ts'],
] as const

const ALLOWED = [
  ['src/routes/index.tsx', '#server/features/transactions/transactions.schema.ts'],
  ['src/routes/index.tsx', '#server/shared/money.ts'],
  ['src/features/payments/payment-form.tsx', './card-fields.tsx'],
  ['src/features/payments/payment-form.tsx', '#client/trpc.ts'],
  ['src-server/router.ts', './features/transactions/transactions.router.ts'],
  [`${FEATURE}/create-transaction.ts`, '../customers/find-or-store-customers.ts'],
  [`${FEATURE}/create-transaction.ts`, '#server/core/context.ts'],
  [`${FEATURE}/transactions.router.ts`, '#server/core/calls/trpc.ts'],
  [`${FEATURE}/transactions.queries.ts`, 'kysely'],
  [`${FEATURE}/transactions.schema.ts`, 'zod'],
  ['db/migrations/2026-01-31-create.ts', '../portable.ts'],
  ['tests/server/app.test.ts', '#tests/support/make.ts'],
  ['src-server/services/outbox/disable-endpoint.ts', '../audit/audit.ts'],
  ['src-server/http/routes/health.ts', '#server/features/environment/environment.queries.ts'],
  ['src-server/app.ts', './core/world.ts'],
  ['src-sdk/resources/payments.ts', '../api.ts'],
] as const

describe('the rules for imports', () => {
  test.each(FORBIDDEN)('%s may not import %s', (from, specifier) => {
    expect(whyForbidden({ from, specifier })).toEqual(expect.any(String))
  })

  test.each(ALLOWED)('%s may import %s', (from, specifier) => {
    expect(whyForbidden({ from, specifier })).toBeUndefined()
  })

  test('the client may import the type of the router, but no other server file', () => {
    const from = 'src/trpc.ts'

    expect(whyForbidden({ from, specifier: '#server/router.ts', typeOnly: true })).toBeUndefined()
    expect(whyForbidden({ from, specifier: '#server/app.ts', typeOnly: true })).toBeDefined()
  })
})

test.each([
  [
    'src-server/features/transactions/payer/merchants-page.ts',
    "if (next === 'stripe') return",
    'stripe',
  ],
  ['src/routes/_app/payments.tsx', '// As Stripe does it.', 'stripe'],
  ['src-server/http/routes/hooks.ts', "headers['stripe-signature']", 'stripe'],
  ['src-server/services/processors/stripe/stripe-errors.ts', 'Stripe refused', undefined],
  ['src/processors/stripe/settings.tsx', 'Stripe', undefined],
  ['src-server/config/stripe.ts', 'STRIPE_API_URL', undefined],
  ['src-server/features/demo/demo.rules.ts', "method === 'paypal'", undefined],
  ['src-server/features/demo/demo.rules.ts', 'PAYPAL_API_URL', 'paypal'],
  ['src-server/http/routes/hooks.ts', "headers['paypal-cert-url']", 'paypal'],
  ['src-server/http/routes/hooks.ts', "import './processors/paypal/index.ts'", 'paypal'],
  ['src-server/ops/check/money-invariants.queries.ts', "t.processor <> 'paypal'", 'paypal'],
  ['src-server/features/refunds/refunds.rules.ts', "row.processor === 'paypal'", 'paypal'],
  ['src-server/features/transactions/pay-online.ts', 'the sandbox answers', undefined],
])('%s: %s names the processor %s', (path, text, name) => {
  expect(foreignProcessor(path, text)).toBe(name)
})
