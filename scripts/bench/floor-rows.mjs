import { createHash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const random = (bytes) => Array.from(bytes, (byte) => alphabet[byte & 31]).join('')

let count = 0
const idOf = (randomBytes) =>
  `txn_${Date.now().toString(32).toUpperCase().padStart(10, '0')}${random(randomBytes(8))}${(count++).toString(32).padStart(8, '0')}`

/** Returns a row of `transactions` for a request's body, without checks. */
export function rowOf(body, { merchantId, customerId, randomBytes }) {
  const at = new Date().toISOString()
  return {
    merchant_id: merchantId,
    id: idOf(randomBytes),
    transaction_id: `TXN-${random(randomBytes(10))}`,
    customer_id: customerId,
    customer_name: body.customerName,
    customer_email: body.customerEmail,
    amount: Math.round(Number(body.amount) * 100),
    currency: 'USD',
    payment_method: 'card',
    description: body.description ?? null,
    status: 'success',
    day: at.slice(0, 10),
    weekday: 1,
    slot: 1,
    processor: 'sandbox',
    created_at: at,
  }
}

/** Returns the response of the product's API for a row. */
export const responseOf = (row) => ({
  id: row.id,
  transactionId: row.transaction_id,
  customerId: row.customer_id,
  customerName: row.customer_name,
  customerEmail: row.customer_email,
  amount: (row.amount / 100).toFixed(2),
  currency: row.currency,
  paymentMethod: row.payment_method,
  description: row.description,
  status: row.status,
  failureReason: row.failure_reason ?? null,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
  settledAt: row.settled_at ?? row.created_at,
})

const event = `insert into transaction_events
  (merchant_id, transaction_id, sequence, at, type, status, actor) values (?, ?, ?, ?, ?, ?, ?)`

/** The statements of a payment in order: the first statement looks its customer up, the other statements write. */
export const statements = {
  customer: { text: 'select id from customers where merchant_id = ? and email_key = ?' },
  payment: {
    text: `insert into transactions (merchant_id, id, transaction_id, customer_id, customer_name,
      customer_email, amount, currency, payment_method, description, status, day, weekday, slot,
      processor, created_at, updated_at, settled_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    parametersOf: (row) => [...Object.values(row), row.created_at, row.created_at],
  },
  created: {
    text: event,
    parametersOf: ({ merchant_id, id, created_at }) => [
      merchant_id,
      id,
      1,
      created_at,
      'created',
      'pending',
      'key:floor',
    ],
  },
  settled: {
    text: event,
    parametersOf: ({ merchant_id, id, created_at }) => [
      merchant_id,
      id,
      2,
      created_at,
      'status_changed',
      'success',
      'processor:sandbox',
    ],
  },
  day: {
    text: `insert into rollup_days
      (merchant_id, calendar, day, currency, payment_method, status, count, amount, processing_ms)
      values (?, 0, ?, ?, ?, ?, 1, ?, 0)
      on conflict (merchant_id, calendar, day, currency, payment_method, status) do update set
      count = rollup_days.count + 1, amount = rollup_days.amount + excluded.amount`,
    parametersOf: (row) => [
      row.merchant_id,
      row.day,
      row.currency,
      row.payment_method,
      row.status,
      row.amount,
    ],
  },
  slot: {
    text: `insert into rollup_slots (merchant_id, calendar, weekday, slot, currency, status, count, amount)
      values (?, 0, ?, ?, ?, ?, 1, ?)
      on conflict (merchant_id, calendar, weekday, slot, currency, status) do update set
      count = rollup_slots.count + 1, amount = rollup_slots.amount + excluded.amount`,
    parametersOf: (row) => [
      row.merchant_id,
      row.weekday,
      row.slot,
      row.currency,
      row.status,
      row.amount,
    ],
  },
  month: {
    text: `insert into rollup_customer_months (merchant_id, calendar, month, customer_id, currency, count, amount)
      values (?, 0, ?, ?, ?, 1, ?)
      on conflict (merchant_id, calendar, month, customer_id, currency) do update set
      count = rollup_customer_months.count + 1, amount = rollup_customer_months.amount + excluded.amount`,
    parametersOf: (row) => [
      row.merchant_id,
      row.day.slice(0, 7),
      row.customer_id,
      row.currency,
      row.amount,
    ],
  },
  totals: {
    text: `insert into rollup_customers (merchant_id, calendar, customer_id, currency, transaction_count, total_spent)
      values (?, 0, ?, ?, 1, ?)
      on conflict (merchant_id, calendar, customer_id, currency) do update set
      transaction_count = rollup_customers.transaction_count + 1,
      total_spent = rollup_customers.total_spent + excluded.total_spent`,
    parametersOf: (row) => [row.merchant_id, row.customer_id, row.currency, row.amount],
  },
  idempotency: {
    text: `insert into idempotency_keys (merchant_id, key, fingerprint, object_id, status, body, created_at)
      values (?, ?, ?, ?, 200, ?, ?)`,
    parametersOf: (row, { key, answer }) => [
      row.merchant_id,
      key,
      createHash('sha256').update(answer).digest('hex'),
      row.id,
      answer,
      row.created_at,
    ],
  },
}
