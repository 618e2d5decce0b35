/** Texts of the printout of a payment that brought no money. */
export const printedRecord = {
  title: 'Payment record (not a tax document)',
  sandbox: 'TEST: a test payment. No real charge was made.',
  reference: 'Reference',
  date: 'Date',
  customer: 'Customer',
  method: 'Payment method',
  description: 'Description',
  status: 'Status',
}
