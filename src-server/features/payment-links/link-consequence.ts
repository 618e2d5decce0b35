import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld, World } from '#server/core/context.ts'
import type {
  EndedPayment,
  OpenPayment,
  PaymentConsequence,
  PaymentOutcome,
  StoredPayment,
} from '#server/core/ports/payment-consequence.ts'
import type { OrderOfLink } from '#server/core/ports/payment-store.ts'
import {
  countLinkEnd,
  countLinkPayments,
  findRefusedByLinks,
  readLinkFields,
  releaseUnpaidUse,
} from '#server/features/payment-links/link-payments.ts'
import { eraseLinkAnswers, lockLink } from '#server/features/payment-links/links.queries.ts'
import {
  stopRemindersOf,
  withdrawReminders,
} from '#server/features/payment-links/mails/reminders.queries.ts'
import {
  recordDeclines,
  storeFormOutcome,
} from '#server/features/payment-links/payer/card-testing.ts'
import { storeMail } from '#server/services/mail/queue-mail.ts'
import { createLinkPaidEvent, emitEvents } from '#server/services/outbox/emit-event.ts'
import { erasedPerson } from '../customers/customers.rules.ts'
import { transactionOf } from '../transactions/transactions.rules.ts'
import { sendLinkReceipt } from './mails/link-receipt.ts'

/** Keeps a payment link up to date with its payments, and sends their receipts. */
export const linkConsequence: PaymentConsequence = {
  name: 'payment link',
  refuse: findRefusedByLinks,
  lock: async ({ db, dialect }, { merchantId, linkId }) => {
    if (linkId) await lockLink(db, { dialect, merchantId, id: linkId })
  },
  onStored: (payments) => {
    const byLink = payments.filter(({ order }) => order?.link)
    return byLink.length === 0 ? [] : [(world) => handleStored(world, byLink)]
  },
  onOpen: handleOpen,
  onEnded: handleEnded,
  onPaymentsErased: eraseLinkAnswers,
  onCustomerErased: stopRemindersOf,
}

async function handleStored(world: StoringWorld, payments: readonly StoredPayment[]) {
  await countLinkPayments(
    world,
    payments.flatMap(({ row, order }) =>
      order?.link ? [{ row, link: dropErasedAnswers(row, order.link) }] : [],
    ),
  )
  for (const { row, order } of payments) {
    if (order?.receipt) await storeMail(world, { ...order.receipt, customerId: row.customerId })
    await handleSuccess(world, row)
  }
}

/** Drops the answers of a payer who paid with the placeholder e-mail address of an erased customer. */
const dropErasedAnswers = (row: TransactionRow, link: OrderOfLink): OrderOfLink =>
  row.customerEmail === erasedPerson(row.customerId).email ? { ...link, answers: [] } : link

/** Sends `payment_link.paid`, and withdraws reminders, because the payment has been made. */
async function handleSuccess(world: StoringWorld, row: TransactionRow): Promise<void> {
  const { merchantId, linkId, status } = row
  if (!linkId || status !== 'success') return
  const linkData = await readLinkFields(world.db, row)
  if (linkData) {
    const v1 = { ...transactionOf(row), ...linkData.fields }
    const v2 = () => ({ ...v1, ...linkData.purchase })
    await emitEvents(world, [createLinkPaidEvent(row, { v1, v2 })])
  }
  await withdrawReminders(world.db, { merchantId, id: linkId })
}

async function handleOpen(world: World, { row, outcome }: OpenPayment): Promise<void> {
  if (!row.linkId) return
  if (outcome.stage === 'awaiting_payer') await releaseLateUse(world, row)
  await detectCardTesting(world, row, outcome)
}

/** Releases the link's use once the processor's `reservesUseMs` has passed. */
async function releaseLateUse(world: World, row: TransactionRow): Promise<void> {
  const { reservesUseMs = Number.POSITIVE_INFINITY } = world.processors.named(row.processor)
  const isLate = world.now() >= Date.parse(row.createdAt) + reservesUseMs
  if (isLate) await releaseUnpaidUse(world, row)
}

async function handleEnded(world: World, { merchant, row, outcome }: EndedPayment): Promise<void> {
  if (!row.linkId) return
  await countLinkEnd(world.db, row)
  await handleSuccess(world, row)
  await sendLinkReceipt(world, { merchant, row })
  await detectCardTesting(world, row, outcome)
}

/** Failure reasons that do not concern a card. */
const failuresWithoutCard = new Set<string | null>(['not_sent', 'expired', 'cancelled'])

/** Counts declined cards at the link where they were tried. */
async function detectCardTesting(
  world: World,
  { merchantId, id, linkId, status }: TransactionRow,
  outcome: PaymentOutcome,
): Promise<void> {
  if (!linkId) return
  const payment = { merchantId, transactionId: id }
  if (status === 'success') await storeFormOutcome(world, payment, 'success')
  const tries = 'declined' in outcome ? (outcome.declined ?? []) : []
  const isRefused = outcome.stage === 'failed' && !failuresWithoutCard.has(outcome.reason)
  const count = tries.length === 0 && isRefused ? 1 : tries.length
  if (count === 0) return
  // A payer whose payment succeeded had mistyped before, and was not testing cards.
  if (status !== 'success') await storeFormOutcome(world, payment, 'declined')
  const declineIds = Array.from({ length: count }, (_, at) => `${id} ${at + 1}`)
  await recordDeclines(world, { merchantId, linkId, declineIds })
}
