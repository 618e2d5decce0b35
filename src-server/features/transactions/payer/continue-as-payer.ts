import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { PayerScript } from '#server/core/ports/payer-script.ts'
import { RecentAnswers } from '#server/core/work/recent-answers.ts'
import { within } from '#server/core/work/within.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { readPayerPlace } from '#server/services/processors/payer-place.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { atProcessor, stageOf } from '../payment-stages.rules.ts'
import { ANSWER_WITHIN_MS, asked, LEASE_MS, settle } from '../settle/settle-due.ts'
import { changeOpenTransaction, findTransaction } from '../transactions.queries.ts'

/** Anybody may load a payer's page again and again, and the processor is asked with the merchant's key. */
const KEPT_MS = 5_000
const addresses = new RecentAnswers<string | null>(KEPT_MS)
const secrets = new RecentAnswers<string | null>(KEPT_MS)
const outcomes = new RecentAnswers<void>(KEPT_MS)

export type Continued = {
  payment: TransactionRow
  merchantName: string
  returnUrl: string | null
}

/** The payment that a payer's address names; undefined when we have not made the address. */
export async function findContinued(world: World, token: string): Promise<Continued | undefined> {
  const place = readPayerPlace(world.secretBox, token)
  if (!place) return undefined
  const { merchantId, id, returnUrl } = place
  const merchant = await findMerchant(world.db, { merchantId })
  if (!merchant || merchant.verificationStatus === 'suspended') return undefined
  const payment = await findTransaction(world.db, { merchantId, key: id })
  return payment && { payment, merchantName: merchant.businessName, returnUrl }
}

/** Where the payer goes; null where nothing is left for them to do, or nobody knows it now. */
export async function payerAddress(world: World, payment: TransactionRow): Promise<string | null> {
  if (payment.status !== 'pending') return null
  const { addressOf } = world.processors.named(payment.processor)
  if (!addressOf) return null
  return addresses.get(payment.id, world.now(), () =>
    within(ANSWER_WITHIN_MS, addressOf(atProcessor(payment))).catch((error: unknown) => {
      world.log.warn({ err: error, transaction: payment.id }, 'a payer could not be led on')
      return null
    }),
  )
}

/** With what the processor's script, on a page of ours, has a payer prove that a payment is theirs. */
export type PayerProof = { clientSecret: string; publishableKey: string; script: PayerScript }

/** Undefined where nothing is left to prove there, or nobody knows it now. */
export async function payerProof(
  world: World,
  payment: TransactionRow,
): Promise<PayerProof | undefined> {
  const { merchantId, processorAccountId: id, status } = payment
  if (status !== 'pending' || !id) return undefined
  const account = await findProcessorAccount(world.db, { merchantId, id })
  const publishableKey = account?.publishableKey
  const { proofOf, script } = world.processors.named(payment.processor)
  if (!publishableKey || !proofOf || !script) return undefined
  const clientSecret = await secrets.get(payment.id, world.now(), () =>
    within(ANSWER_WITHIN_MS, proofOf(atProcessor(payment))).catch((error: unknown) => {
      world.log.warn({ err: error, transaction: payment.id }, 'a payer could not be asked')
      return null
    }),
  )
  return clientSecret === null ? undefined : { clientSecret, publishableKey, script }
}

/**
 * Asks what became of a payment for a page that anybody may load who has its address, and answers the payment as it is
 * then: the processor is asked at most once in a while.
 */
export async function askAtPage(world: World, payment: TransactionRow): Promise<TransactionRow> {
  await outcomes.get(payment.id, world.now(), async () => {
    await askForPayer(world, payment)
  })
  const { merchantId, id: key } = payment
  return (await findTransaction(world.db, { merchantId, key })) ?? payment
}

/** Asks what became of a payment whose payer has come back, as the job would, and answers it as it is then. */
export async function askForPayer(world: World, payment: TransactionRow): Promise<TransactionRow> {
  // One that its processor is just being told of is nobody's to ask about.
  if (payment.status !== 'pending' || stageOf(payment) === 'created') return payment
  const nowMs = world.now()
  // Due from now on, so that a crash before the outcome is recorded is found by the job.
  const taken = await inTransaction(world, ({ db }) =>
    changeOpenTransaction(db, payment, {
      nextCheckAt: toIso(nowMs),
      leasedUntil: toIso(nowMs + LEASE_MS),
    }),
  )
  if (taken) await settle(world, taken, await asked(world, taken))
  const { merchantId, id: key } = payment
  return (await findTransaction(world.db, { merchantId, key })) ?? payment
}
