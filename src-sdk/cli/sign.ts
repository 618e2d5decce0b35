import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** Returns a new signing secret in the form of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

export const isSecret = (text: string): boolean =>
  text.startsWith(PREFIX) && Buffer.from(text.slice(PREFIX.length), 'base64').length >= 24

export type SignedContent = { id: string; timestampS: number; body: string }

/** Returns the headers of a webhook, signed as Standard Webhooks 1.0.0 defines it. */
export function webhookHeaders(
  { id, timestampS, body }: SignedContent,
  secret: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const content = `${id}.${timestampS}.${body}`
  const signature = createHmac('sha256', key).update(content, 'utf8').digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'incasso-cli',
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': `v1,${signature}`,
  }
}
