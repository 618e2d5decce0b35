/** Samples for the page's readers to copy unchanged; a test runs each of them. */
const shell = `# body.json is the body exactly as it came; the rest are its headers.
secret='whsec_…'
id='evt_…'         # webhook-id
timestamp='…'      # webhook-timestamp, in seconds

key=$(printf '%s' "\${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
signature=$({ printf '%s.%s.' "$id" "$timestamp"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)

# This must be one of the parts of webhook-signature.
echo "v1,$signature"

# The other way round: a signed delivery to your own endpoint.
# curl -X POST 'http://127.0.0.1:4000/webhooks' -H 'content-type: application/json' \\
#   -H "webhook-id: $id" -H "webhook-timestamp: $timestamp" \\
#   -H "webhook-signature: v1,$signature" --data-binary @body.json
`

const typescript = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` is the raw text of the request, before any JSON.parse. */
export function isGenuine(
  headers: Record<string, string>,
  body: string,
  secret: string,
): boolean {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  const parts = (headers['webhook-signature'] ?? '').split(' ')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`)
  const expected = Buffer.from(\`v1,\${mac.digest('base64')}\`)
  return parts.some((part) => {
    const given = Buffer.from(part)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const python = `import base64
import hashlib
import hmac
import time


def is_genuine(headers, body: bytes, secret: str) -> bool:
    """body is the raw body of the request, before any json.loads."""
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(expected, part) for part in given)
`

export const verifySnippets = [
  { id: 'shell', language: 'Shell', code: shell },
  { id: 'typescript', language: 'TypeScript', code: typescript },
  { id: 'python', language: 'Python', code: python },
] as const
