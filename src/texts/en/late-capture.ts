/** Texts about money that a processor took after a payment had ended. */
export const lateCapture = {
  title: 'Money taken afterwards',
  text: (processor: string, amount: string) =>
    `${processor} took ${amount} after this payment had ended. No total includes the money. Refund it here, or on ${processor}’s website.`,
  textElsewhere: (processor: string, amount: string) =>
    `${processor} took ${amount} after this payment had ended. No total includes the money. Refund it on ${processor}’s website.`,
  copyRef: (processor: string) => `Copy the ${processor} ID`,
  forOwners: 'An owner can refund it.',
  open: (amount: string) => `Refund ${amount}`,
  pending: (processor: string, amount: string) =>
    `The refund of ${amount} is under way at ${processor}. This page updates automatically.`,
  refunded: (amount: string, when: string) => `${amount} was refunded on ${when}.`,
  failed: (amount: string, why: string) => `The refund of ${amount} failed. ${why}`,
  dialog: {
    title: (amount: string) => `Refund ${amount}?`,
    text: (customer: string, amount: string, processor: string) =>
      `${processor} returns ${amount} to ${customer}. The payment stays failed, and no total changes. This cannot be undone.`,
    action: 'Refund',
    back: 'Cancel',
    done: (amount: string) => ({
      title: 'Refund requested',
      message: `The payment’s page shows when ${amount} was refunded.`,
    }),
    failed: 'Not refunded',
  },
}
