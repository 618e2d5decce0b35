import { newPayPalId, type PayPalAccount } from './account.ts'
import { unprocessable } from './refusal.ts'
import type { Money } from './resources.ts'

/** An account at a point in time. `apiUrl`: base of its links; `pageUrl`: base of the pages that payers see. */
export type StandInContext = {
  account: PayPalAccount
  nowMs: number
  apiUrl: string
  pageUrl: string
}

/** Returns a time as PayPal writes it, to the second. */
export const timeText = (atMs: number): string =>
  new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')

const WHOLE = new Set(['HUF', 'JPY', 'TWD'])
const KNOWN = new Set(['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', ...WHOLE])

/** Checks an amount as PayPal does, and returns it in hundredths. */
export function minorOf({ currency_code: code, value }: Money): number {
  if (!KNOWN.has(code)) throw unprocessable('CURRENCY_NOT_SUPPORTED')
  if (!/^\d{1,9}(\.\d\d)?$/.test(value)) throw unprocessable('INVALID_STRING_FORMAT')
  if (WHOLE.has(code) && value.includes('.')) throw unprocessable('DECIMALS_NOT_SUPPORTED')
  return Math.round(Number(value) * 100)
}

export const moneyOf = (minor: number, code: string): Money => ({
  currency_code: code,
  value: WHOLE.has(code) ? String(minor / 100) : (minor / 100).toFixed(2),
})

/** Records an event, with a copy of the resource as it is now. */
export function emit(
  { account, nowMs, apiUrl }: StandInContext,
  type: string,
  { kind, resource }: { kind: string; resource: object },
): void {
  const id = `WH-${newPayPalId()}-${newPayPalId()}`
  account.events.push({
    id,
    create_time: new Date(nowMs).toISOString(),
    resource_type: kind,
    event_version: '1.0',
    event_type: type,
    summary: type.toLowerCase().replaceAll('.', ' '),
    resource_version: '2.0',
    resource: structuredClone(resource),
    links: [{ href: `${apiUrl}/v1/notifications/webhooks-events/${id}`, rel: 'self' }],
  })
}

/** Runs `change` after `afterMs` of the stand-in's clock. `atDue` is the context at that time. */
export function schedule(
  context: StandInContext,
  afterMs: number,
  change: (atDue: StandInContext) => void,
): void {
  const atMs = context.nowMs + afterMs
  context.account.later.push({ atMs, run: () => change({ ...context, nowMs: atMs }) })
}
