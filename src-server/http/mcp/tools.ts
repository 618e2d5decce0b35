import { z } from 'zod'
import { TransactionDetailV2 } from '#server/features/transactions/transaction-v2.schema.ts'
import {
  StatusReason,
  TransactionEvent,
} from '#server/features/transactions/transactions.schema.ts'
import { declineCodes, isDeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** A tool for assistants, made from a read procedure that API keys can also call by REST. */
export type McpTool = {
  name: string
  title: string
  description: string
  /** The procedure's name in tRPC. The key needs its scope. */
  call: string
  /** Optional fields of the procedure that the tool requires, so that the filter in its result always states them. */
  required?: readonly string[]
  /** Changes the procedure's output, and the schema of the result. */
  present?: { schema: z.ZodType; from: (output: unknown) => unknown }
}

const WhyFailed = TransactionDetailV2.pick({
  transactionId: true,
  status: true,
  stage: true,
}).extend({
  failureReason: StatusReason,
  meaning: z
    .string()
    .nullable()
    .meta({ description: 'Null when the reason is a person’s own words' }),
  advice: z.string().nullable(),
  events: z.array(TransactionEvent),
})

function explainFailure(output: unknown): z.infer<typeof WhyFailed> {
  const payment = TransactionDetailV2.parse(output)
  const { transactionId, status, stage, failureReason, events } = payment
  const code = failureReason !== null && isDeclineCode(failureReason) ? failureReason : undefined
  const { meaning = null, advice = null } = code ? declineCodes[code] : {}
  return { transactionId, status, stage, failureReason, meaning, advice, events }
}

/** All tools, in the order in which assistants see them. To add a tool, add an entry here. */
export const mcpTools: readonly McpTool[] = [
  {
    name: 'find_payments',
    title: 'Find payments',
    description: 'Payments that match a filter, newest first, with their total number.',
    call: 'transactions.list',
  },
  {
    name: 'payment',
    title: 'Payment',
    description: 'One payment with its amounts and events, by id or reference.',
    call: 'transactions.get',
  },
  {
    name: 'why_failed',
    title: 'Why a payment failed',
    description: 'The reason of a failed payment, its meaning and what helps, by id or reference.',
    call: 'transactions.get',
    present: { schema: WhyFailed, from: explainFailure },
  },
  {
    name: 'find_refunds',
    title: 'Find refunds',
    description: 'Refunds that match a filter, newest first, with their total number.',
    call: 'refunds.list',
  },
  {
    name: 'refund',
    title: 'Refund',
    description: 'One refund with its events, by id.',
    call: 'refunds.get',
  },
  {
    name: 'customers',
    title: 'Find customers',
    description: 'Customers that match a filter, with what they spent and their total number.',
    call: 'customers.list',
  },
  {
    name: 'customer',
    title: 'Customer',
    description: 'One customer with totals in each currency, by id.',
    call: 'customers.get',
  },
  {
    name: 'payment_links',
    title: 'Find payment links',
    description: 'Payment links that match a filter, with what they took.',
    call: 'paymentLinks.list',
  },
  {
    name: 'payment_link',
    title: 'Payment link',
    description: 'One payment link with what it took, by id.',
    call: 'paymentLinks.get',
  },
  {
    name: 'figures',
    title: 'Takings',
    description:
      'Gross, refunds and net from one business day to another, by day, payment method and currency, with totals by currency.',
    call: 'takings.list',
    required: ['from', 'to'],
  },
  {
    name: 'success_rate',
    title: 'Success rate',
    description: 'Share of payments that succeeded, by period.',
    call: 'analytics.successRate',
    required: ['range'],
  },
  {
    name: 'webhook_events',
    title: 'Find webhook events',
    description: 'Webhook events of the last 30 days, newest first, with their status.',
    call: 'webhooks.list',
  },
  {
    name: 'webhook_event',
    title: 'Webhook event',
    description: 'One webhook event with its body and every attempt to deliver it, by id.',
    call: 'webhooks.get',
  },
  {
    name: 'api_calls',
    title: 'Calls of API keys',
    description: 'The last calls of API keys with status and reason, newest first.',
    call: 'requestLog.list',
  },
  {
    name: 'business',
    title: 'Business',
    description: 'The business profile: name, time zone of its days, and reporting currency.',
    call: 'merchant.profile',
  },
]
