// Breaks the server on purpose: it sends each refund to PayPal twice, once under an unknown idempotency key.
const { fetch } = globalThis

globalThis.fetch = async (url, options = {}) => {
  if (options.method === 'POST' && /\/v2\/payments\/captures\/\w+\/refund$/.test(String(url))) {
    const headers = { ...options.headers, 'paypal-request-id': crypto.randomUUID() }
    await fetch(url, { ...options, headers }).catch(() => undefined)
  }
  return fetch(url, options)
}
