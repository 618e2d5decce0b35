import { z } from 'zod'
import type { PaymentAttemptRow, RefundRow } from '#db/tables/refund-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { Processor } from '#server/core/ports/processor.ts'
import { Metadata, metadataOf } from '#server/shared/metadata.ts'
import { Decimal, decimalFromMinor } from '#server/shared/money/money.ts'
import { UsedMethod } from '#server/shared/money/used-method.ts'
import { pendingReasonOf, pendingReasons } from '#server/shared/reasons/pending-reasons.ts'
import { Instant } from '#server/shared/text/text.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { listDisputesOf } from '../disputes/disputes.queries.ts'
import { paymentDisputeOf } from '../disputes/disputes.rules.ts'
import { PaymentDispute } from '../disputes/payment-disputes.schema.ts'
import { decideCustomerMailing } from '../merchants/customer-mails.ts'
import { CustomerMailing } from '../merchants/merchants.schema.ts'
import { findTransferDetails } from '../transactions/payer/transfer-details.ts'
import { isAtBank, nextUrlOf } from '../transactions/payment-response.ts'
import { awaitedStepOf, stageOf } from '../transactions/payment-stages.rules.ts'
import { KeptAmount, readKeptAmount } from '../transactions/settle/kept-amount.ts'
import { findLateCapture } from '../transactions/settle/late-captures.queries.ts'
import { listAttempts } from '../transactions/settle/payment-attempts.queries.ts'
import { AwaitedStep } from '../transactions/transaction-enums.schema.ts'
import { refundStateOf } from '../transactions/transaction-v2.rules.ts'
import { DisputeState, PaymentStage, RefundState } from '../transactions/transaction-v2.schema.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { remainingOf } from '../transactions/transactions.rules.ts'
import { usedMethodOf } from '../transactions/used-method.rules.ts'
import { findLateRefund } from './late/late-refunds.queries.ts'
import { LateRefund } from './late/late-refunds.schema.ts'
import { lateRefundOf } from './late/refund-late-capture.ts'
import { listRefundsOf } from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'
import { Refund } from './refunds.schema.ts'

/** Amounts, attempts, refunds and disputes of a payment; the dashboard shows them next to the payment. */
export const PaymentMoney = z.strictObject({
  stage: PaymentStage,
  /** Null when the payment is final, or when only its processor can continue it. */
  waitingFor: AwaitedStep.nullable(),
  /** True when the payer has done everything and a bank decides, which may take days. */
  isAtBank: z.boolean(),
  /** Reason why the processor holds the money; null where it names none. */
  pendingReason: z.enum(pendingReasons).nullable(),
  refundState: RefundState,
  disputeState: DisputeState,
  captureBefore: Instant.nullable(),
  isCapturedByHand: z.boolean(),
  amounts: z.strictObject({
    authorized: Decimal.nullable(),
    captured: Decimal,
    refunding: Decimal,
    refunded: Decimal,
    disputed: Decimal,
    remaining: Decimal,
  }),
  attempts: z.array(
    z.strictObject({
      number: z.int(),
      at: Instant,
      endedAt: Instant.nullable(),
      outcome: z.enum(['succeeded', 'authorized', 'declined', 'abandoned']).nullable(),
      reason: z.string().nullable(),
    }),
  ),
  method: UsedMethod.nullable(),
  metadata: Metadata.nullable(),
  /** The caller's own reference of the order. */
  reference: z.string().nullable(),
  importedAt: Instant.nullable(),
  /** Delivery of the receipt if a refund is made now, or the reason why none is sent. */
  receipt: CustomerMailing,
  /** Display name of the processor. */
  processor: z.string(),
  /** True where the processor can refund the payment. */
  canRefund: z.boolean(),
  /** URL at which the payer continues; null where the payer has nothing to do there. */
  payerUrl: z.string().nullable(),
  /** Bank account and reference for the payer's transfer; null for any other payment. */
  transfer: z
    .strictObject({ holder: z.string(), iban: z.string(), reference: z.string() })
    .nullable(),
  /** Money that the processor took although the payment had failed or was cancelled; null if there is none. */
  lateCapture: z
    .strictObject({
      amount: Decimal,
      ref: z.string().nullable(),
      notedAt: Instant,
      refund: LateRefund.nullable(),
    })
    .nullable(),
  /** Amount that was requested last but not taken over; null if there is none. */
  keptAmount: KeptAmount.nullable(),
  refunds: z.array(Refund.extend({ needsApproval: z.boolean(), actor: z.string() })),
  disputes: z.array(PaymentDispute),
  /** The processor's fee of a dispute; null where it is unknown. */
  disputeFee: Decimal.nullable(),
})
export type PaymentMoney = z.infer<typeof PaymentMoney>

export async function readPaymentMoney(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<PaymentMoney> {
  const { db, merchant } = ctx
  const row = await findTransaction(db, { merchantId: merchant.id, key: id })
  if (!row) throw new AppError('not_found', 'There is no such transaction.')
  const where = { merchantId: merchant.id, id: row.id }
  const attempts = await listAttempts(db, where)
  const paymentKey = { merchantId: merchant.id, transactionId: row.id }
  const refunds = await listRefundsOf(db, paymentKey)
  const disputes = await listDisputesOf(db, paymentKey)
  const processor = ctx.processors.named(row.processor)
  return {
    stage: stageOf(row),
    waitingFor: awaitedStepOf(row),
    isAtBank: isAtBank(ctx, row),
    pendingReason: isAtBank(ctx, row) ? (pendingReasonOf(row.pendingReason) ?? null) : null,
    refundState: refundStateOf(row),
    disputeState: row.disputeState ?? 'none',
    captureBefore: stageOf(row) === 'authorized' ? (row.captureBefore ?? null) : null,
    isCapturedByHand: row.captureMethod === 'manual',
    amounts: amountsOf(row),
    attempts: attempts.length > 0 ? attempts.map(attemptOf) : immediateAttemptOf(row),
    method: usedMethodOf(row),
    metadata: metadataOf(row),
    reference: row.orderReference ?? null,
    importedAt: row.importedAt ?? null,
    receipt: await decideReceipt(ctx, row),
    processor: processor.label,
    canRefund: processor.capabilities(row.paymentMethod, row.currency).canRefund,
    payerUrl: nextUrlOf(ctx, row),
    transfer: await findTransferDetails(db, row),
    lateCapture: row.status === 'failed' ? await readLateCapture(db, paymentKey) : null,
    keptAmount: await readKeptAmount(db, paymentKey),
    refunds: refunds.map(listedRefundOf),
    disputes: disputes.map(paymentDisputeOf),
    disputeFee: disputeFeeOf(processor),
  }
}

function disputeFeeOf({ disputes }: Processor): PaymentMoney['disputeFee'] {
  const fee = disputes?.fee ?? null
  return fee === null ? null : decimalFromMinor(fee)
}

async function readLateCapture(
  db: Db,
  paymentKey: { merchantId: string; transactionId: string },
): Promise<PaymentMoney['lateCapture']> {
  const capture = await findLateCapture(db, paymentKey)
  if (!capture) return null
  const { merchantId, transactionId: id, amount, ref, notedAt } = capture
  const refund = await findLateRefund(db, { merchantId, id })
  return {
    amount: decimalFromMinor(amount),
    ref,
    notedAt,
    refund: refund ? lateRefundOf(refund) : null,
  }
}

async function decideReceipt(
  ctx: MerchantCtx,
  { merchantId, customerId, customerEmail: email }: TransactionRow,
): Promise<CustomerMailing> {
  const customer = await findCustomer(ctx.db, { merchantId, id: customerId })
  return decideCustomerMailing(ctx, ctx.merchant, { email, isErased: customer?.erasedAt !== null })
}

const amountsOf = (row: TransactionRow) => ({
  authorized: row.amountAuthorized ? decimalFromMinor(row.amountAuthorized) : null,
  captured: decimalFromMinor(row.status === 'success' ? row.amount : 0),
  refunding: decimalFromMinor(row.amountRefunding ?? 0),
  refunded: decimalFromMinor(row.amountRefunded ?? 0),
  disputed: decimalFromMinor(row.amountDisputed ?? 0),
  remaining: decimalFromMinor(row.status === 'success' ? remainingOf(row) : 0),
})

type Attempt = PaymentMoney['attempts'][number]

const attemptOf = ({ number, at, endedAt, outcome, reason }: PaymentAttemptRow): Attempt => ({
  number,
  at,
  endedAt,
  outcome,
  reason,
})

/**
 * Returns the attempt of a processor that responds at once and stores none: it authorized on creation of the payment.
 */
const immediateAttemptOf = ({ amountAuthorized, createdAt: at }: TransactionRow): Attempt[] =>
  amountAuthorized ? [{ number: 1, at, endedAt: at, outcome: 'authorized', reason: null }] : []

const listedRefundOf = (row: RefundRow) => ({
  ...refundOf(row),
  needsApproval: row.approval === 'needed',
  actor: row.actor,
})
