import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { PayerScript } from '#server/core/ports/payer-script.ts'
import { ResponseCache } from '#server/core/work/response-cache.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { readContinueToken } from '#server/services/processors/continue-token.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { atProcessor, stageOf } from '../payment-stages.rules.ts'
import { fetchProgress, LEASE_MS, PROCESSOR_TIMEOUT_MS, settle } from '../settle/settle-due.ts'
import { changeOpenTransaction, findTransaction } from '../transactions.queries.ts'

/** Cache time of a processor's response: anyone can reload a payer's page, and each call uses the merchant's key. */
const CACHE_MS = 5_000
const urlCache = new ResponseCache<string | null>(CACHE_MS)
const secretCache = new ResponseCache<string | null>(CACHE_MS)
const outcomeCache = new ResponseCache<void>(CACHE_MS)

export type PayerVisit = {
  payment: TransactionRow
  merchantName: string
  returnUrl: string | null
}

/**
 * Returns the payment that the token of a payer's URL contains; undefined when Incasso did not issue the token, or when
 * the merchant is suspended.
 */
export async function findPayerVisit(world: World, token: string): Promise<PayerVisit | undefined> {
  const tokenData = readContinueToken(world.secretBox, token)
  if (!tokenData) return undefined
  const { merchantId, id, returnUrl } = tokenData
  const merchant = await findMerchant(world.db, { merchantId })
  if (!merchant || merchant.verificationStatus === 'suspended') return undefined
  const payment = await findTransaction(world.db, { merchantId, key: id })
  return payment && { payment, merchantName: merchant.businessName, returnUrl }
}

/** Returns the URL at which the payer continues; null when nothing is left to do or the processor does not respond. */
export async function findPayerUrl(world: World, payment: TransactionRow): Promise<string | null> {
  if (payment.status !== 'pending') return null
  const { payerUrlOf } = world.processors.named(payment.processor)
  if (!payerUrlOf) return null
  return urlCache.get(payment.id, world.now(), () =>
    withTimeLimit(PROCESSOR_TIMEOUT_MS, payerUrlOf(atProcessor(payment))).catch(
      (error: unknown) => {
        world.log.warn({ err: error, transaction: payment.id }, 'a payer could not be led on')
        return null
      },
    ),
  )
}

/** Data with which the processor's script, on Incasso's page, lets a payer authenticate a payment. */
export type PayerProof = { clientSecret: string; publishableKey: string; script: PayerScript }

/** Returns undefined when no authentication is needed on Incasso's page, or when the processor does not respond. */
export async function findPayerProof(
  world: World,
  payment: TransactionRow,
): Promise<PayerProof | undefined> {
  const { merchantId, processorAccountId: id, status } = payment
  if (status !== 'pending' || !id) return undefined
  const account = await findProcessorAccount(world.db, { merchantId, id })
  const publishableKey = account?.publishableKey
  const { payerSecretOf, script } = world.processors.named(payment.processor)
  if (!publishableKey || !payerSecretOf || !script) return undefined
  const clientSecret = await secretCache.get(payment.id, world.now(), () =>
    withTimeLimit(PROCESSOR_TIMEOUT_MS, payerSecretOf(atProcessor(payment))).catch(
      (error: unknown) => {
        world.log.warn(
          { err: error, transaction: payment.id },
          'the client secret for a payer could not be requested',
        )
        return null
      },
    ),
  )
  return clientSecret === null ? undefined : { clientSecret, publishableKey, script }
}

/**
 * Updates a payment from its processor for a public page, and returns it. Anyone with the URL can load the page, so the
 * processor is queried at most once per `CACHE_MS`.
 */
export async function refreshForPage(
  world: World,
  payment: TransactionRow,
): Promise<TransactionRow> {
  await outcomeCache.get(payment.id, world.now(), async () => {
    await refreshForPayer(world, payment)
  })
  const { merchantId, id: key } = payment
  return (await findTransaction(world.db, { merchantId, key })) ?? payment
}

/** Queries the processor after the payer has returned, records the outcome as the job does, and returns the payment. */
export async function refreshForPayer(
  world: World,
  payment: TransactionRow,
): Promise<TransactionRow> {
  // A payment in stage `created` is just being sent to its processor, so it cannot be queried yet.
  if (payment.status !== 'pending' || stageOf(payment) === 'created') return payment
  const nowMs = world.now()
  // The payment is due from now on: if this process dies before it records the outcome, the job finds the payment.
  const leased = await inTransaction(world, ({ db }) =>
    changeOpenTransaction(db, payment, {
      nextCheckAt: toIso(nowMs),
      leasedUntil: toIso(nowMs + LEASE_MS),
    }),
  )
  if (leased) await settle(world, leased, await fetchProgress(world, leased))
  const { merchantId, id: key } = payment
  return (await findTransaction(world.db, { merchantId, key })) ?? payment
}
