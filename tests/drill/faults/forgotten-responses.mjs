// Breaks the server on purpose: it reads from PayPal that a dispute has no response, although it has one, and sends it
// without the key by which PayPal recognises a repeated call.
const { fetch } = globalThis

globalThis.fetch = async (url, options = {}) => {
  const { 'paypal-request-id': _, ...headers } = options.headers ?? {}
  const response = await fetch(url, { ...options, headers })
  const isDispute = /\/v1\/customer\/disputes\/[^/?]+$/.test(String(url))
  if (!isDispute || options.method !== 'GET' || !response.ok) return response
  const { evidences: __, ...dispute } = await response.json()
  const href = `${dispute.links?.[0]?.href}/provide-evidence`
  const links = [...(dispute.links ?? []), { rel: 'provide-evidence', href }]
  return new Response(JSON.stringify({ ...dispute, status: 'OPEN', links }))
}
