import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import { PaidItem } from './link-choices.schema.ts'
import { AmountKind, LinkStatus } from './payment-link-enums.schema.ts'
import type { paymentLinksRouter } from './payment-links.router.ts'
import {
  ChangedPaymentLink,
  ExportPaymentLinks,
  LinkAnswer,
  NewPaymentLink,
  PaymentLink,
  PaymentLinkV2,
} from './payment-links.schema.ts'

export const paymentLink: PaymentLink = {
  id: 'lnk_01KGC7P5Q6R7S8T9V0W1X2Y3Z4',
  url: 'https://incasso.example/pay/q7dYk2mZ4sTfH0cVbN1xLg',
  status: 'active',
  title: 'Dinner for two, 14 February',
  description: 'A deposit; the rest is paid at the table',
  amountKind: 'fixed',
  amount: '40.00',
  minAmount: null,
  maxAmount: null,
  presets: [],
  currency: transaction.currency,
  maxUses: 1,
  expiresAt: '2026-02-13T22:59:59.000Z',
  questions: [{ label: 'At what time will you come?', isRequired: true }],
  afterMessage: 'See you on Saturday!',
  afterUrl: null,
  language: null,
  customerId: null,
  sourceTransactionId: null,
  pausedUntil: null,
  pauseReason: null,
  closedAt: null,
  hasReminders: false,
  nextReminderAt: null,
  sentCount: 0,
  openedCount: 3,
  paymentCount: 0,
  paidCount: 0,
  paidAmount: '0.00',
  createdAt: '2026-02-01T09:10:11.123Z',
  updatedAt: '2026-02-01T09:10:11.123Z',
}

const paymentLinkV2: PaymentLinkV2 = {
  ...paymentLink,
  amountKind: 'chosen',
  amount: null,
  minAmount: '40.00',
  maxAmount: '240.00',
  quantity: { price: '40.00', min: 1, max: 6 },
  items: [],
  tipPercents: [5, 10],
  tipAmounts: [],
  methodTypes: null,
}

/** Fields that the event of a link's payment has in version 2, in addition to the fields of version 1. */
export const purchaseByLink = {
  items: [{ title: paymentLink.title, price: '40.00', quantity: 1 }],
  tip: null,
}

/** Fields that the event of a link's payment has in addition to the payment. */
export const paidByLink = {
  paymentLink: { id: paymentLink.id, title: paymentLink.title },
  answers: [{ question: 'At what time will you come?', answer: 'At eight' }],
}

const input = {
  title: 'Title of the payment for the payer',
  amountKind: '`fixed`, or `chosen` by the payer',
  presets: 'Amounts that are offered to a payer who chooses, at most five',
  maxUses: 'Maximum number of payments; null for any number',
  expiresAt: 'Time after which the link takes no payments',
  questions: 'Questions of your own to the payer, at most three; each is answered in one line',
  afterMessage: 'Message that the payer reads after the payment',
  afterUrl: 'URL to which the payer goes after the payment, with https',
  language: 'Language of the page; null for that of the payer’s browser',
  hasReminders:
    'True when the customer is reminded by mail 3 and 7 days after the link was mailed to them, while it is open',
}

const choices = {
  quantity:
    'The price of one piece, of which the payer chooses the quantity; the amount follows from both. It replaces `amount`, `minAmount`, `maxAmount`, `presets` and `items`, and the kind of amount becomes `chosen`; null for none',
  items:
    'Items with prices of which the payer chooses, at most ten. They replace the amount as `quantity` does',
  tipPercents: 'Tips that the page offers, in percent, at most four. No tip is always offered',
  tipAmounts: 'Tips that the page offers as amounts, at most four, in place of percentages',
}

const created = {
  currency: 'By default your reporting currency',
  customerId: 'The customer who is asked to pay',
  sourceTransactionId: 'Failed payment that this link replaces',
}

const linkFields = {
  ...input,
  ...created,
  url: 'URL of the payment page. Anyone who knows it can pay',
  status:
    '`closed` while all its uses are taken (a failed payment gives its use back), or permanently after a person closed it. An `expired` or `paused` link takes no payments either',
  currency: 'Currency of all its payments',
  pausedUntil: 'Time at which a pause ends automatically; null when it does not',
  pauseReason: '`card_testing` where many cards were declined; null unless it is paused',
  closedAt: 'Time at which a person closed it permanently',
  nextReminderAt: 'Time of the next reminder to the customer; null when there is none',
  sentCount: 'Number of mails that were sent to its customer, including reminders',
  openedCount: 'Number of times that the page was opened',
  paymentCount: 'Number of all its payments: `GET /api/transactions?linkId=` lists them',
  paidCount: 'Number of successful payments: `&status=success`',
}

const csv = [
  'Link ID,Title,Status,Amount,Minimum,Maximum,Currency,Uses,Sent,Opened,Payments,Paid,Amount paid,Expires (Europe/Rome),Created (Europe/Rome),Address',
  `${paymentLink.id},"Dinner for two, 14 February",active,40.00,,,EUR,1,0,3,0,0,0.00,2026-02-13 23:59:59,2026-02-01 10:10:11,${paymentLink.url}`,
  '',
].join('\r\n')

export const paymentLinksDocs = {
  tag: {
    name: 'Payment links',
    description: 'Pages on which customers pay by themselves, to be sent or printed as a code.',
  },
  parameters: {
    id: { description: 'The id (`lnk_…`) of the link', example: paymentLink.id },
    search: { example: 'dinner' },
    status: { description: 'Only links that are in this status now' },
    amountKind: { description: 'Only links with a fixed amount, or with a chosen one' },
    currency: { description: 'Only this currency' },
    customerId: {
      description: 'Only links that ask this customer',
      example: transaction.customerId,
    },
    from: { example: '2026-02-01' },
    to: { example: '2026-02-28' },
    sort: { description: 'Field to sort by; `-` puts the greatest first' },
  },
  inputs: {
    NewPaymentLink: describeSchema(NewPaymentLink, {
      description: 'A page on which customers pay.',
      fields: { ...input, ...choices, ...created },
      example: {
        title: paymentLink.title,
        description: paymentLink.description,
        amount: '40.00',
        currency: paymentLink.currency,
        maxUses: 1,
        questions: paymentLink.questions,
        afterMessage: paymentLink.afterMessage,
      },
    }),
    PaymentLinkChange: describeSchema(ChangedPaymentLink, {
      description: 'Fields that are left out stay unchanged.',
      fields: { ...input, ...choices },
      example: { title: 'Dinner for three, 14 February', amount: '60.00' },
    }),
  },
  outputs: {
    LinkStatus: describeSchema(LinkStatus),
    LinkAmountKind: describeSchema(AmountKind),
    LinkAnswer: describeSchema(LinkAnswer, {
      description: 'Answer of a payer to a question.',
      fields: { question: 'Text of the question when it was answered' },
    }),
    PaidItem: describeSchema(PaidItem, {
      description: 'A quantity that a payer chose.',
      fields: { title: 'Title at the time of the payment' },
    }),
    PaymentLink: describeSchema(PaymentLink, {
      description: 'A page on which customers pay.',
      fields: linkFields,
      example: paymentLink,
    }),
    PaymentLinkV2: describeSchema(PaymentLinkV2, {
      description: 'A page on which customers pay, with what its payers may choose.',
      fields: { ...linkFields, ...choices },
      example: paymentLinkV2,
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/payment-links/export',
      input: ExportPaymentLinks,
      summary: 'Export payment links',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof paymentLinksRouter>
