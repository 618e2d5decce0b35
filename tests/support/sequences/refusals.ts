import { notFound, problem, type Step } from './model.ts'

const invalid = problem(400, 'invalid')
const invalidKey = problem(400, 'invalid', 'idempotency_key_invalid')
const unsupported = problem(415, 'unsupported_media_type')

const payment = {
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
}
const pays = (more: Record<string, unknown>, expected = invalid): Step => ({
  method: 'POST',
  path: '/api/payments',
  // A refused request is not stored, so all of them may have the same key.
  headers: { 'idempotency-key': 'never-taken' },
  body: { ...payment, ...more },
  expected,
})
const withKey = (key: string): Step => ({
  ...pays({}, invalidKey),
  headers: { 'idempotency-key': key },
})
const gets = (path: string, expected = invalid): Step => ({ method: 'GET', path, expected })
const nobody = 'cus_00000000000000000000000000'

/** Requests that are refused for every merchant and change nothing. */
export const wrongSteps: readonly Step[] = [
  ...['0', '0.00', '-1', '1.234', '100000000', '1e3', ' ', '٣.00', '1,00', 'NaN', 12.34, null].map(
    (amount) => pays({ amount }),
  ),
  ...['ITL', 'usd', 1].map((currency) => pays({ currency })),
  ...['cash', ''].map((paymentMethod) => pays({ paymentMethod })),
  ...['', ' ', 'x'.repeat(201), 'a\u0000b', 'a\nb', '\ud800', '4111 1111 1111 1111'].map(
    (customerName) => pays({ customerName }),
  ),
  ...['ada', 'ada@', `${'a'.repeat(250)}@x.io`].map((customerEmail) => pays({ customerEmail })),
  pays({ description: 'x'.repeat(1001) }),
  pays({ status: 'success' }),
  pays({ id: '{txn:stranger}' }),
  withKey('x'.repeat(256)),
  withKey('two words'),
  withKey('été'),
  { ...pays({}), body: [payment] },
  { ...pays({}), body: 'pay' },
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
  { method: 'PUT', path: `/api/customers/${nobody}`, body: { status: 'vip' }, expected: invalid },
  { method: 'PUT', path: `/api/customers/${nobody}`, body: { name: 'Ada' }, expected: notFound },
  { method: 'DELETE', path: `/api/customers/${nobody}`, expected: notFound },
  { method: 'PUT', path: '/api/transactions/x', body: { status: 'pending' }, expected: invalid },
  { method: 'PUT', path: '/api/transactions/x', body: { status: 'failed' }, expected: notFound },
  gets('/api/transactions?limit=0'),
  gets('/api/transactions?limit=501'),
  gets('/api/transactions?limit=2.5'),
  gets('/api/transactions?page=0'),
  gets('/api/transactions?page=11&limit=1000'),
  gets('/api/transactions?cursor=x'),
  gets('/api/transactions?colour=red'),
  gets('/api/transactions?from=2026-02-30'),
  gets('/api/transactions?minAmount=-1'),
  gets('/api/customers?sort=email'),
  gets('/api/analytics/revenue?range=1y'),
  gets('/api/dashboard/stats?range=7d'),
  gets('/api/nothing', notFound),
  gets('/api/api-keys', problem(403, 'forbidden', 'key_not_admitted')),
  gets('/api/audit-log', problem(403, 'forbidden', 'key_not_admitted')),
  {
    ...gets('/api/transactions', problem(401, 'unauthenticated', 'key_unknown')),
    headers: { authorization: 'Bearer sk_test_none' },
  },
]

/** Requests for another merchant's payment and customer, which this merchant may not reach. */
export const foreignSteps: readonly Step[] = [
  gets('/api/transactions/{txn:stranger}', notFound),
  gets('/api/transactions/{ref:stranger}', notFound),
  gets('/api/customers/{cus:stranger}', notFound),
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
