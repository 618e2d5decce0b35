import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { NextStep } from '#server/core/ports/processor.ts'
import {
  createPaymentEvent,
  createStageEvents,
  type EventDraft,
} from '#server/services/outbox/emit-event.ts'
import { openScriptStep } from './payer/payer-secret.ts'
import { atProcessor, type ProcessorColumns, payerStages, stageOf } from './payment-stages.rules.ts'
import { type SettledAmounts, transactionV2Of } from './transaction-v2.rules.ts'
import { transactionOf } from './transactions.rules.ts'
import type { Transaction } from './transactions.schema.ts'

type StepContext = Pick<World, 'processors' | 'secretBox'>

/** The columns of a payment that decide its payer's next step. */
export type StepColumns = ProcessorColumns &
  Pick<TransactionRow, 'stage' | 'status' | 'processor' | 'expiresAt'>

/** Returns the payer's next step; null when the payer has nothing to do. Needs no call to the processor. */
export const nextStepOf = (world: StepContext, row: StepColumns): NextStep | null =>
  payerStages.has(stageOf(row))
    ? withinExpiry(openScriptStep(world.secretBox, row) ?? redirectOf(world, row), row)
    : null

/** Returns the step with the payment's expiry, when that is earlier than the processor's limit. */
export const withinExpiry = (
  step: NextStep | null,
  { expiresAt }: Pick<TransactionRow, 'expiresAt'>,
): NextStep | null =>
  step && expiresAt && expiresAt < step.expiresAt ? { ...step, expiresAt } : step

const redirectOf = ({ processors }: Pick<World, 'processors'>, row: StepColumns) =>
  processors.named(row.processor).next?.(atProcessor(row)) ?? null

/**
 * Returns the URL at which the payer continues. Returns null when the payer has nothing to do, or continues on the
 * merchant's own page.
 */
export function nextUrlOf(world: StepContext, row: StepColumns): string | null {
  const next = nextStepOf(world, row)
  return next && 'url' in next ? next.url : null
}

/**
 * Returns whether the payer has done everything and a bank decides, which may take days. A processor that works offline
 * decides by itself, in seconds.
 */
export const isAtBank = ({ processors }: Pick<World, 'processors'>, row: StepColumns): boolean =>
  stageOf(row) === 'processing' && !processors.named(row.processor).isOffline

/** Returns the payment as version 2 of the two APIs shows it, with the payer's next step. */
export const responseInV2 = (
  world: StepContext,
  row: TransactionRow,
  settled?: SettledAmounts,
): Transaction => transactionV2Of(row, nextStepOf(world, row), settled)

/** Returns the payment as the two APIs show it, in the caller's version. */
export const responseOf = (
  ctx: StepContext & Pick<MerchantCtx, 'version'>,
  row: TransactionRow,
  settled?: SettledAmounts,
): Transaction => (ctx.version === 'v2' ? responseInV2(ctx, row, settled) : transactionOf(row))

/** Returns the payment for events. They contain no client secret: endpoints need none, and events are stored. */
const eventBodiesOf = (world: StepContext, row: TransactionRow) => ({
  v1: transactionOf(row),
  v2: () => {
    const next = nextStepOf(world, row)
    return transactionV2Of(row, next && 'url' in next ? next : null)
  },
})

/** Returns the event of a payment's outcome. Each endpoint receives it in its own API version. */
export const eventOfPayment = (world: StepContext, row: TransactionRow): EventDraft =>
  createPaymentEvent(row, eventBodiesOf(world, row))

/** Returns the webhook events of the payment's current stage; none for a stage without events. */
export const eventsOfStage = (world: StepContext, row: TransactionRow): EventDraft[] =>
  createStageEvents(row, eventBodiesOf(world, row))
