import type {
  AmountKind,
  LinkSort,
  LinkStatus,
} from '#server/features/payment-links/payment-link-enums.schema.ts'

const statuses: Record<LinkStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  expired: 'Expired',
  closed: 'Closed',
}

const sorts: Record<LinkSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  '-paid': 'Most paid first',
  paid: 'Least paid first',
}

const amountKinds: Record<AmountKind, string> = {
  fixed: 'Fixed amount',
  chosen: 'Payer chooses',
}

const amount = {
  any: 'Any amount',
  from: (min: string) => `from ${min}`,
  upTo: (max: string) => `up to ${max}`,
  between: (min: string, max: string) => `${min} – ${max}`,
}

/** Shown below the status: its reason, and until when it lasts. */
const standing = {
  until: (moment: string) => `until ${moment}`,
  byHand: 'until you resume it',
  noMethod: 'no payment method is connected',
  noMethodTitle: 'This link cannot be paid yet',
  noMethodText: (names: string) =>
    `Connect ${names}, or enter your IBAN to take bank transfers. The link works as soon as you have.`,
  noMethodAction: 'Set up payments',
  cardTesting: 'many cards were declined',
  usedUp: (paid: string, uses: string) => `used up: ${paid} of ${uses} paid`,
  paidOnce: 'used up: paid',
  underWay: 'a payment is in progress',
  closedByHand: 'for good',
}

const actions = {
  copyOf: (title: string) => `Copy link of ${title}`,
  share: 'Share',
  open: 'Open',
  opensTab: 'Opens in a new tab',
  qr: 'QR code',
  duplicate: 'Duplicate',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  more: (title: string) => `More about ${title}`,
  messages: { whatsapp: 'WhatsApp', email: 'Email', sms: 'Text message' },
  shareFailed: 'The link was not shared',
  paused: (title: string) => ({
    title: 'Link paused',
    message: `“${title}” takes no payments until you resume it.`,
  }),
  resumed: (title: string) => ({
    title: 'Link resumed',
    message: `“${title}” takes payments again.`,
  }),
  failed: 'The link was not changed',
  notDuplicated: 'The link was not duplicated',
}

const qr = {
  title: 'QR code',
  text: (title: string) => `Scanning the code opens the page of “${title}”.`,
  image: (title: string) => `QR code that opens “${title}”`,
  png: 'Download the code',
  svg: 'For print (SVG)',
  failed: 'The QR code could not be loaded',
  close: 'Close',
}

export const paymentLinks = {
  statuses,
  tabNames: statuses,
  sorts,
  amountKinds,
  amount,
  standing,
  actions,
  qr,
  address: 'Link',
  new: 'New link',
  columns: {
    title: 'Title',
    amount: 'Amount',
    status: 'Status',
    opened: 'Opened',
    paid: 'Paid',
    created: 'Created',
    actions: 'Actions',
  },
  paymentsOf: (count: string, title: string) => `Payments ${count}: all of ${title}`,
  paidOf: (count: string, title: string) => `Paid ${count}: payments of ${title}`,
  counts: {
    opened: (count: string) => `Opened ${count}`,
    paid: (count: string) => `Paid ${count}`,
  },
  caption: 'Payment links',
  tabs: 'Links by status',
  summary: {
    links: (shown: string, count: number) => (count === 1 ? '1 link' : `${shown} links`),
    paid: (amount: string) => `${amount} paid`,
  },
  search: 'Search links',
  viewExample: 'Links that take payments',
  searchPlaceholder: 'Search links...',
  filters: {
    addKind: '+ Kind of amount',
    kind: (kind: string) => `Amount: ${kind}`,
    customer: (customer: string) => `Customer ${customer}`,
  },
  emptyTitle: 'No payment links yet',
  empty:
    'A payment link is a page where customers pay you. Create one, then send it, print its QR code or put it on your website.',
  emptyAction: 'Create a link',
  noMatch: 'No links match these filters.',
  loadFailed: 'Payment links could not be loaded',
  request: 'Request a payment',
  sendLink: 'Send a link',
  /** The title of a link that replaces a payment without a description. */
  insteadOf: (reference: string) => `Payment ${reference}`,
  ofCustomer: 'Payment links',
  linksOfCustomer: 'Show',
  /** Shown on the pages of payments. */
  ofPayment: {
    title: 'Paid by link',
    chip: (title: string) => `Link ${title}`,
    noAnswer: 'No answer',
  },
} as const
