import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32

export const makeSigningSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export type SignedContent = { id: string; timestampS: number; body: string }

/** Returns the `webhook-signature` header of Standard Webhooks 1.0.0: one part per secret, separated by spaces. */
export const signatureOf = (
  { id, timestampS, body }: SignedContent,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      const content = `${id}.${timestampS}.${body}`
      return `v1,${createHmac('sha256', key).update(content, 'utf8').digest('base64')}`
    })
    .join(' ')
