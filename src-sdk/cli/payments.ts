import type { Incasso } from '../incasso.ts'
import type { Payment } from '../types.ts'
import {
  type ExitCode,
  exitCodes,
  printable,
  type Terminal,
  tableOf,
  UsageError,
} from './output.ts'

const statuses = ['success', 'pending', 'failed'] as const

export type PaymentsOptions = {
  verb: string | undefined
  status: string | undefined
  limit: string | undefined
  isJson: boolean
}

const PAGE = 100

/** Prints payments, newest first. */
export async function listPayments(
  client: Incasso,
  { verb, status: wanted, limit = '20', isJson }: PaymentsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (verb !== 'list') throw new UsageError('Use: incasso payments list')
  const status = statuses.find((each) => each === wanted)
  if (wanted !== undefined && status === undefined) {
    throw new UsageError(`--status must be one of: ${statuses.join(', ')}.`)
  }
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError('--limit must be a number from 1.')
  const count = Number(limit)
  const rows: string[][] = [['DATE', 'PAYMENT', 'AMOUNT', 'STATUS', 'CUSTOMER']]
  let printed = 0
  for await (const payment of client.payments.list({ status, limit: Math.min(count, PAGE) })) {
    // JSON is printed row by row, because a list can be long.
    if (isJson) terminal.out(JSON.stringify(payment))
    else rows.push(rowOf(payment))
    printed += 1
    if (printed === count) break
  }
  if (!isJson) terminal.out(printed === 0 ? 'No payments.' : tableOf(rows))
  return exitCodes.done
}

const rowOf = ({ createdAt, transactionId, amount, currency, status, customerName }: Payment) => [
  createdAt.slice(0, 16).replace('T', ' '),
  transactionId,
  `${amount} ${currency}`,
  status,
  printable(customerName),
]
