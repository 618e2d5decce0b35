import type { PaymentMethod } from '#server/shared/money/payment-method.ts'

const icon = (paths: string): string =>
  '<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" ' +
  `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

/** Icons of the payment methods. They are decorative: the button's text names the method. */
export const methodIcons: Readonly<Record<PaymentMethod, string>> = {
  card: icon(
    '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="M3 10h18M7 15h2M13 15h4"/>',
  ),
  paypal: icon('<path d="M8 20l2.2-14h5.3a3.7 3.7 0 0 1 0 8H9.5M5 17l2-13h6"/>'),
  bank: icon('<path d="M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18"/>'),
}

export const lockIcon = icon(
  '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
)

/** The mark of a payment that succeeded. */
export const checkMark =
  '<svg class="check" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="24"/>' +
  '<path d="M14 25l7 7 13-15" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" ' +
  'stroke-linejoin="round"/></svg>'
