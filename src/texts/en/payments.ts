export const payments = {
  form: 'Payment',
  sections: { payment: 'Payment details', customer: 'Customer', method: 'Payment Method' },
  fields: {
    amount: 'Amount',
    currency: 'Currency',
    customerName: 'Customer Name',
    customerEmail: 'Customer Email',
    paymentMethod: 'Payment Method',
    description: 'Description',
    cardNumber: 'Card Number',
    expiry: 'Expiry',
    cvc: 'CVC',
  },
  placeholders: {
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    description: 'What is this payment for?',
    cardNumber: '1234 5678 9012 3456',
    expiry: 'MM/YY',
    cvc: '123',
  },
  amountHelp: (decimals: number) =>
    decimals === 0 ? 'A whole amount, without decimals.' : 'Two decimals at most.',
  charges: (amount: string) => `Charges ${amount}`,
  optional: 'optional',
  cardNote: 'Card details stay in this browser: they are never sent or stored.',
  /** The processor of each method, as its tile and the sentence below name it. */
  takers: {
    sandbox: 'Sandbox',
    own: 'Your account',
    transfer: 'Your IBAN',
    none: 'Not connected',
  },
  takes: {
    sandbox:
      'A test payment: the sandbox decides by the last digits of the amount. No real charges.',
    transfer: {
      test: 'You get the reference that the customer would quote. In test mode no money arrives: mark the payment as paid.',
      live: 'The customer transfers the amount to your IBAN and quotes the reference that you get. Mark the payment as paid once it has arrived.',
    },
    none: (method: string) => `${method}: no account is connected yet.`,
    connect: (names: string) => `Connect ${names}`,
    enterIban: 'Enter your IBAN',
    askOwner: (names: string) => `Ask an owner to connect ${names} in Settings, Payments.`,
    askOwnerForIban: 'Ask an owner to enter the IBAN in Settings, Payments.',
  },
  submit: 'Process Payment',
  submitting: 'Processing...',
  clear: 'Clear',
  errors: {
    amountMissing: 'Enter an amount.',
    nameMissing: 'Enter the customer’s name.',
    emailMissing: 'Enter the customer’s email.',
    emailInvalid: 'Enter a complete email address, such as ada@example.com.',
    cardNumber: 'Enter the card number.',
    expiry: 'Enter the expiry date.',
    cvc: 'Enter the security code.',
    cardNumberIncomplete: 'Complete the card number.',
    expiryIncomplete: 'Complete the expiry date.',
    cvcIncomplete: 'Complete the security code.',
  },
  script: {
    loading: 'The card fields are loading',
    notReady: {
      title: 'Payment Error',
      message: 'The card fields are not ready, so nothing was sent.',
    },
    noToken: {
      title: 'Payment Error',
      message: (processor: string) =>
        `${processor} did not take the card details, and nothing was charged. Please try again.`,
    },
    reload: {
      title: 'Load this page again to take cards',
      text: (processor: string) =>
        `${processor} takes your card payments now, and this page was loaded before that.`,
      action: 'Load again',
    },
    proof: {
      title: 'The bank asks the customer',
      text: 'The customer has to confirm this payment with their bank. If the customer is here, go on in the bank’s window.',
      elsewhere: 'If the customer is not here, send them the link to confirm it.',
      copy: 'Copy the link',
      open: 'You can leave this: the payment stays pending for an hour, and its outcome then appears automatically.',
      leave: 'Leave it open',
      waits:
        'The customer has an hour to confirm it with their bank. You can go on; the list updates automatically.',
    },
  },
  toasts: {
    missingFields: { title: 'Validation Error', message: 'Please fill in all required fields' },
    missingCard: { title: 'Validation Error', message: 'Please fill in all card details' },
    invalidFields: { title: 'Validation Error', message: 'Please correct the marked fields' },
    success: (reference: string) => ({
      title: 'Payment Successful',
      message: `Transaction ${reference} processed successfully.`,
    }),
    failed: (reference: string) => ({
      title: 'Payment Failed',
      message: `Transaction ${reference} failed to process.`,
    }),
    pending: (reference: string) => ({
      title: 'Payment Pending',
      message: `${reference} is being processed.`,
    }),
    error: { title: 'Payment Error', message: 'Failed to process payment. Please try again.' },
    suspended: {
      title: 'Payment Error',
      message: 'This account is suspended, so the payment was not taken.',
    },
  },
  result: {
    title: 'Last payment',
    view: 'View transaction',
    openPage: (processor: string) => `Open ${processor}’s page`,
    openPaymentPage: 'Open the payment page',
    tryAgain: 'Try again with another method',
    next: {
      success: 'The payment is done. The form is ready for the next one.',
      pending:
        'The outcome usually takes a few seconds. You can go on; the list updates automatically.',
      approval:
        'The customer has yet to approve this payment. Open the payment page here, or send them its link. The result appears here automatically.',
      transfer:
        'The payment waits for the bank transfer. Open the transaction for the reference that the customer quotes.',
    },
    callFailed: 'The payment was not taken',
    suspended:
      'This account is suspended and cannot take payments. Contact support to find out why.',
    noAnswer: 'No answer from the server',
    noAnswerHelp:
      'It may have gone through. Select Process Payment again with the same details: the payment is never charged twice.',
    noneTitle: 'No payment in this session yet',
    none: 'The result of your next payment appears here, with its reference.',
  },
  noProcessor: {
    title: 'Live mode cannot take payments yet',
    text: (names: string) =>
      `Connect ${names}, or enter your IBAN in the settings. Take test payments in test mode.`,
    askOwner: (names: string) =>
      `Ask an owner to connect ${names}, or to enter the IBAN in the settings. Take test payments in test mode.`,
    link: 'Payment methods in the settings',
  },
  sandbox: {
    title: 'Test amounts',
    intro: 'This is the sandbox: the ending of the amount decides what happens.',
    ending: 'Amount ends in',
    rows: [
      { ending: '.01', outcome: 'Declined', bank: 'Pending, then rejected' },
      { ending: '.02', outcome: 'Insufficient funds', bank: 'Pending, then success' },
      { ending: '.03', outcome: 'Pending, then success', bank: 'Pending, then success' },
      { ending: '.04', outcome: 'Pending, then expired', bank: 'Pending, then success' },
      { ending: '.05', outcome: 'No answer, then success', bank: 'Pending, then success' },
      {
        ending: '.06',
        outcome: 'Waits for the customer: a page with Approve and Fail',
        bank: 'Pending, then success',
      },
      {
        ending: '.07',
        outcome: 'Success; captured by hand, the authorization soon expires',
        bank: 'Pending, then success',
      },
      { ending: 'Any other', outcome: 'Success', bank: 'Pending, then success' },
    ],
  },
} as const
