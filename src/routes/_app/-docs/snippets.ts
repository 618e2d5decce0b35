/** The samples of the Quick Start; a test runs each of them against a server. */

export const curlPayment = (baseUrl: string) => `curl -sS ${baseUrl}/api/payments \\
  -H 'Authorization: Bearer sk_test_…' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: first-payment' \\
  -d '{"amount": "12.34", "currency": "EUR", "customerName": "Ada Rossi", "customerEmail": "ada@example.com"}'`

export const curlList = (baseUrl: string) => `curl -sS '${baseUrl}/api/transactions?limit=5' \\
  -H 'Authorization: Bearer sk_test_…'`

export const typescriptPayment = (
  baseUrl: string,
) => `const response = await fetch('${baseUrl}/api/payments', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer sk_test_…',
    'Content-Type': 'application/json',
    // The same key never pays twice, so a request that was cut off can be sent again.
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({
    amount: '12.34',
    currency: 'EUR',
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
  }),
})
const payment = await response.json()
if (!response.ok) throw new Error(\`\${payment.code}: \${payment.detail}\`)
console.log(payment.transactionId, payment.status)`
