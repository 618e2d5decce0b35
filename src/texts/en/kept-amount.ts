import type { KeptReason } from '#server/shared/reasons/kept-reasons.ts'

const reasons: Record<KeptReason, string> = {
  payer_acted: 'The customer had already paid or approved the former amount.',
  ended: 'The time to pay was over, or almost over.',
  unsupported: 'The processor changes no amounts.',
  refused: 'The processor refused the new amount.',
  processor_unavailable: 'The processor did not respond.',
}

/** Texts about an amount that was requested for a payment but not taken over. */
export const keptAmount = {
  label: 'Amount not changed',
  text: (amount: string, when: string) => `${amount} was requested on ${when}.`,
  reasons,
}
