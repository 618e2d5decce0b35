import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { NextStep } from '#server/core/ports/processor.ts'
import { type EventDraft, paymentEvent, stageEvents } from '#server/services/outbox/emit-event.ts'
import { openScriptStep } from './payer/payer-secret.ts'
import { atProcessor, stageOf } from './payment-stages.rules.ts'
import { transactionV2Of } from './transaction-v2.rules.ts'
import { transactionOf } from './transactions.rules.ts'
import type { Transaction } from './transactions.schema.ts'

type Processors = Pick<World, 'processors' | 'secretBox'>

/** At these it is the payer's turn. */
const payerStages = new Set(['awaiting_payer', 'requires_action'])

/** What the payer has to do for the payment to go on; its processor knows without asking anybody. */
export const nextOf = (world: Processors, row: TransactionRow): NextStep | null =>
  payerStages.has(stageOf(row))
    ? (openScriptStep(world.secretBox, row) ?? redirectOf(world, row))
    : null

const redirectOf = ({ processors }: Pick<World, 'processors'>, row: TransactionRow) =>
  processors.named(row.processor).next?.(atProcessor(row)) ?? null

/** The address at which the payer goes on; null for one who goes on in a page of the merchant's own. */
export function nextAddressOf(world: Processors, row: TransactionRow): string | null {
  const next = nextOf(world, row)
  return next && 'url' in next ? next.url : null
}

export const answerInV2 = (world: Processors, row: TransactionRow): Transaction =>
  transactionV2Of(row, nextOf(world, row))

/** The payment as the doors show it, in the version that was asked for. */
export const answerOf = (
  ctx: Processors & Pick<MerchantCtx, 'version'>,
  row: TransactionRow,
): Transaction => (ctx.version === 'v2' ? answerInV2(ctx, row) : transactionOf(row))

/** An endpoint is no page, and what it is told is kept: it hears of no secret. */
const toldOf = (world: Processors, row: TransactionRow) => ({
  v1: transactionOf(row),
  v2: () => {
    const next = nextOf(world, row)
    return transactionV2Of(row, next && 'url' in next ? next : null)
  },
})

/** Tells what became of a payment, in the version of whoever is told. */
export const eventOfPayment = (world: Processors, row: TransactionRow): EventDraft =>
  paymentEvent(row, toldOf(world, row))

export const eventsOfStage = (world: Processors, row: TransactionRow): EventDraft[] =>
  stageEvents(row, toldOf(world, row))
