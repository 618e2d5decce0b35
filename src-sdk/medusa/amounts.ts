import type { MedusaAmount } from './types.ts'

/** Currencies without a smaller unit, whose amounts must be whole (docs/api.md). */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')

/** Returns Medusa's amount as decimal text: its objects keep the exact value in different members. */
function decimalText(amount: MedusaAmount): string {
  if (typeof amount === 'string') return amount
  // Sums of floating-point numbers differ from the decimal sum far behind the sixth decimal.
  if (typeof amount === 'number') return amount.toFixed(6)
  const { raw, value, numeric, toFixed } = amount as {
    raw?: { value?: MedusaAmount }
    value?: MedusaAmount
    numeric?: number
    toFixed?: () => string
  }
  const inner = raw?.value ?? value ?? numeric
  if (inner !== undefined) return decimalText(inner)
  return typeof toFixed === 'function' ? toFixed.call(amount) : String(amount)
}

/**
 * Returns an amount of Medusa as Incasso takes it: text with two decimals. Rounds half up, to whole units in currencies
 * without a smaller unit, because Medusa's totals can have more decimals.
 */
export function amountText(amount: MedusaAmount, currency: string): string {
  const text = decimalText(amount)
  const parts = /^(\d+)(?:\.(\d*))?$/.exec(text)
  if (!parts) throw new TypeError(`Not an amount: ${text}`)
  const [, whole = '', fraction = ''] = parts
  const isWhole = WHOLE.includes(currency)
  const decimals = isWhole ? 0 : 2
  const kept = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
  const rounded = kept + (Number(fraction[decimals] ?? '0') >= 5 ? 1n : 0n)
  const digits = String(isWhole ? rounded * 100n : rounded).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
