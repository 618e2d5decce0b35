/** Texts of a payment's printout. */
export const printedReceipt = {
  title: 'Payment receipt',
  /** The title where nothing was received, because the printout must not pass for a receipt. */
  recordTitle: 'Payment record',
  sandbox: 'TEST: a test payment. No real charge was made.',
  reference: 'Reference',
  date: 'Date',
  customer: 'Customer',
  amount: 'Amount',
  method: 'Payment method',
  description: 'Description',
  status: 'Status',
  refunded: 'Refunded',
  net: 'Paid after refunds',
  noTaxDocument: '(not a tax document)',
}
