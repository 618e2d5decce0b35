import { notFound, problem, type Step } from './model.ts'

const invalid = problem(400, 'invalid')
const invalidKey = problem(400, 'invalid', 'idempotency_key_invalid')
const unsupported = problem(415, 'unsupported_media_type')

const payment = {
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
}
const paymentStep = (more: Record<string, unknown>, expected = invalid): Step => ({
  method: 'POST',
  path: '/api/payments',
  // A refused request is not stored, so all of them may have the same key.
  headers: { 'idempotency-key': 'never-taken' },
  body: { ...payment, ...more },
  expected,
})
const withKey = (key: string): Step => ({
  ...paymentStep({}, invalidKey),
  headers: { 'idempotency-key': key },
})
const getStep = (path: string, expected = invalid): Step => ({ method: 'GET', path, expected })
const unknownCustomerId = 'cus_00000000000000000000000000'

/** Requests that are refused for every merchant and change nothing. */
export const invalidSteps: readonly Step[] = [
  ...['0', '0.00', '-1', '1.234', '100000000', '1e3', ' ', '٣.00', '1,00', 'NaN', 12.34, null].map(
    (amount) => paymentStep({ amount }),
  ),
  ...['ITL', 'usd', 1].map((currency) => paymentStep({ currency })),
  ...['cash', ''].map((paymentMethod) => paymentStep({ paymentMethod })),
  ...['', ' ', 'x'.repeat(201), 'a\u0000b', 'a\nb', '\ud800', '4111 1111 1111 1111'].map(
    (customerName) => paymentStep({ customerName }),
  ),
  ...['ada', 'ada@', `${'a'.repeat(250)}@x.io`].map((customerEmail) =>
    paymentStep({ customerEmail }),
  ),
  paymentStep({ description: 'x'.repeat(1001) }),
  paymentStep({ status: 'success' }),
  paymentStep({ id: '{txn:stranger}' }),
  withKey('x'.repeat(256)),
  withKey('two words'),
  withKey('été'),
  { ...paymentStep({}), body: [payment] },
  { ...paymentStep({}), body: 'pay' },
  { method: 'POST', path: '/api/payments?amount=1', body: payment, expected: invalid },
  { method: 'POST', path: '/api/payments', text: '{"amount":', expected: invalid },
  {
    method: 'POST',
    path: '/api/payments',
    headers: { 'content-type': 'text/plain' },
    text: 'amount=1',
    expected: unsupported,
  },
  { method: 'POST', path: '/api/customers', body: { name: 'Ada' }, expected: invalid },
  {
    method: 'PUT',
    path: `/api/customers/${unknownCustomerId}`,
    body: { status: 'vip' },
    expected: invalid,
  },
  {
    method: 'PUT',
    path: `/api/customers/${unknownCustomerId}`,
    body: { name: 'Ada' },
    expected: notFound,
  },
  { method: 'DELETE', path: `/api/customers/${unknownCustomerId}`, expected: notFound },
  { method: 'PUT', path: '/api/transactions/x', body: { status: 'pending' }, expected: invalid },
  { method: 'PUT', path: '/api/transactions/x', body: { status: 'failed' }, expected: notFound },
  getStep('/api/transactions?limit=0'),
  getStep('/api/transactions?limit=501'),
  getStep('/api/transactions?limit=2.5'),
  getStep('/api/transactions?page=0'),
  getStep('/api/transactions?page=11&limit=1000'),
  getStep('/api/transactions?cursor=x'),
  getStep('/api/transactions?colour=red'),
  getStep('/api/transactions?from=2026-02-30'),
  getStep('/api/transactions?minAmount=-1'),
  getStep('/api/customers?sort=email'),
  getStep('/api/analytics/revenue?range=1y'),
  getStep('/api/dashboard/stats?range=7d'),
  getStep('/api/nothing', notFound),
  getStep('/api/api-keys', problem(403, 'forbidden', 'key_not_admitted')),
  getStep('/api/audit-log', problem(403, 'forbidden', 'key_not_admitted')),
  {
    ...getStep('/api/transactions', problem(401, 'unauthenticated', 'key_unknown')),
    headers: { authorization: 'Bearer sk_test_none' },
  },
]

/** Requests for another merchant's payment and customer, which this merchant may not reach. */
export const foreignSteps: readonly Step[] = [
  getStep('/api/transactions/{txn:stranger}', notFound),
  getStep('/api/transactions/{ref:stranger}', notFound),
  getStep('/api/customers/{cus:stranger}', notFound),
  ...['success', 'failed'].map((status) => ({
    method: 'PUT',
    path: '/api/transactions/{txn:stranger}',
    body: { status },
    expected: notFound,
  })),
  {
    method: 'PUT',
    path: '/api/customers/{cus:stranger}',
    body: { name: 'Mine' },
    expected: notFound,
  },
  { method: 'DELETE', path: '/api/customers/{cus:stranger}', expected: notFound },
  ...[
    'transactions?customerId={cus:stranger}',
    'transactions?search=zenobia',
    'customers?search=zenobia',
  ].map(
    (list): Step => ({
      method: 'GET',
      path: `/api/${list}`,
      expected: { status: 200, body: [], total: 0, hasNext: false },
    }),
  ),
]
