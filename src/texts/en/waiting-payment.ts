/** Texts on a payment's page while the payer or the merchant must act, with data to find in a bank statement. */
export const waitingPayment = {
  transfersTab: 'Transfers to confirm',
  transferTitle: 'Waiting for the bank transfer',
  transfer:
    'Look for the reference below in your bank statement. Once the money is there, mark the payment as paid.',
  payerTitle: 'Waiting for the customer',
  payer: 'The customer has not paid yet. They pay on a page of their own:',
  openPayerPage: 'Open the page',
  copyPayerUrl: 'Copy the link of the page',
  iban: 'Paid to IBAN',
  copyIban: 'Copy IBAN',
  bankReference: 'Bank reference',
  copyBankReference: 'Copy bank reference',
}
