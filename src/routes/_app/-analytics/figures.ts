import type { Currency } from '#server/shared/money.ts'
import { formatMoney } from '../../../lib/format.ts'

/** Sums come in major units; two places bring the cents back. */
export const revenueFigure = (value: number, currency: Currency): string =>
  formatMoney(value.toFixed(2), currency)

/** "$12K": the axis has no room for cents. */
export const axisFigure = (value: number, currency: Currency): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  }).format(value)
