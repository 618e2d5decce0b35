import { randomUUID } from 'node:crypto'
import { brandingCalls } from './branding-calls.ts'
import type { Row } from './support/call-row.ts'

/** Calls about payment links and the branding of their pages; part of `calls`. */
export const paymentLinkCalls: Record<string, Row> = {
  ...brandingCalls,
  'paymentLinks.choices': { who: 'signedInMember', takes: { id: 'link' } },
  'paymentLinks.close': {
    who: 'member',
    takes: { id: 'link' },
    changes: ['audit_log', 'payment_links'],
  },
  'paymentLinks.create': {
    who: 'member',
    input: { title: 'Evil', amount: '5.00' },
    bad: [
      { amount: '0' },
      { title: '' },
      { afterUrl: 'http://evil.example' },
      { maxUses: 0 },
      { quantity: { price: '-1.00' } },
      { items: [{ title: 'A', price: '1.00', maxQuantity: 0 }] },
      { tipPercents: [0] },
    ],
    changes: ['audit_log', 'payment_links'],
  },
  'paymentLinks.duplicate': {
    who: 'signedInMember',
    takes: { id: 'link' },
    changes: ['audit_log', 'payment_links'],
  },
  'paymentLinks.export': {
    who: 'member',
    route: 'GET /api/payment-links/export',
    inputOf: 'paymentLinks.list',
    narrows: (id) => [{ search: id }, { customerId: id }],
    about: 'link',
  },
  'paymentLinks.get': { who: 'member', takes: { id: 'link' } },
  'paymentLinks.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { status: 'paid' }],
    narrows: (id) => [{ search: id }, { customerId: id }, { cursor: id }],
    about: 'link',
  },
  // A payment without a link gets an empty response.
  'paymentLinks.ofPayment': {
    who: 'signedInMember',
    narrows: (id) => [{ id }],
    input: { id: 'txn_none' },
    about: 'transaction',
  },
  'paymentLinks.pause': {
    who: 'member',
    takes: { id: 'link' },
    changes: ['audit_log', 'payment_links'],
  },
  'paymentLinks.qr': { who: 'signedInMember', takes: { id: 'link' } },
  // A link that is not paused stays unchanged.
  'paymentLinks.resume': { who: 'member', takes: { id: 'link' }, changes: [] },
  // The link is addressed to no customer, so it cannot be sent by e-mail.
  'paymentLinks.send': {
    who: 'signedInMember',
    takes: { id: 'link' },
    expectedStatus: 409,
    changes: [],
  },
  'paymentLinks.summary': {
    who: 'signedInMember',
    bad: [{ status: 'paid' }],
    narrows: (id) => [{ search: id }, { customerId: id }],
    about: 'link',
  },
  'paymentLinks.update': {
    who: 'member',
    takes: { id: 'link' },
    input: () => ({ title: `Evil ${randomUUID().replaceAll(/\d/g, 'x')}` }),
    bad: [{ amount: '0' }, { expiresAt: 'soon' }, { tipAmounts: ['-1.00'] }],
    changes: ['audit_log', 'payment_links'],
  },
}
