/** Texts for a refund whose outcome is unknown, because the processor does not accept the key. */
export const stuckRefunds = {
  title: (processor: string) => `${processor} does not accept your key`,
  text: (amount: string, processor: string) =>
    `It is not known whether the refund of ${amount} was made. Connect your ${processor} account again in Settings, Payments: the refund then continues automatically. If you cancel it and ${processor} has made it, it appears here again.`,
  forOwners: 'An owner of the business can also cancel it.',
  settings: 'Open Settings, Payments',
  cancel: 'Cancel refund',
  cancelOf: (amount: string) => `Cancel refund of ${amount}`,
  cancelled: (amount: string) => ({
    title: 'Refund cancelled',
    message: `${amount} can be refunded again.`,
  }),
  failed: 'The refund was not cancelled',
}
