import type { IntegrationRow } from '#db/tables/webhook-tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { makeSigningSecret } from './signature.ts'

/** Time for which a replaced secret signs in addition to the new one, so that the receiver can change over. */
const OVERLAP_MS = 24 * 60 * 60_000

/** The row of an endpoint: the integration's row, or a row of `webhook_endpoints`. */
type RowKey = Pick<IntegrationRow, 'merchantId' | 'id'>

const sealContextOf = ({ merchantId, id }: RowKey) =>
  `${id.startsWith('whe_') ? 'webhook_endpoints' : 'integrations'}|secret|${merchantId}|${id}`

type SecretColumns = { secret: string; secretLast4: string }

type SigningColumns = Pick<IntegrationRow, 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>

/** Returns a new signing secret, and the columns that store it. */
export function createSecret(box: SecretBox, row: RowKey): { secret: string; kept: SecretColumns } {
  const secret = makeSigningSecret()
  return {
    secret,
    kept: { secret: box.seal(secret, sealContextOf(row)), secretLast4: secret.slice(-4) },
  }
}

/**
 * Returns the columns that let the current secret, about to be replaced, sign for one more day in addition to the new
 * one.
 */
export const overlapOf = (row: Pick<SigningColumns, 'secret'>, nowMs: number) => ({
  previousSecret: row.secret,
  previousSecretExpiresAt: new Date(nowMs + OVERLAP_MS).toISOString(),
})

/** Returns the decrypted secrets that sign an event now, the newest first. */
export function activeSecrets(
  box: SecretBox,
  row: RowKey & SigningColumns,
  nowMs: number,
): string[] {
  const { secret, previousSecret, previousSecretExpiresAt } = row
  const isOverlapping =
    previousSecretExpiresAt !== null && Date.parse(previousSecretExpiresAt) > nowMs
  return [secret, isOverlapping ? previousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => box.open(sealed, sealContextOf(row)))
}

/** Returns the secret encrypted with the newest key, unchanged if it already is. Throws when it cannot be decrypted. */
export function resealSigningSecret(box: SecretBox, row: RowKey, sealed: string): string {
  const secret = box.open(sealed, sealContextOf(row))
  return box.ageOf(sealed) === 'newest' ? sealed : box.seal(secret, sealContextOf(row))
}

/** Decrypts a secret that was stored for this row. Throws when it cannot be decrypted. */
export const openSigningSecret = (box: SecretBox, row: RowKey, sealed: string): string =>
  box.open(sealed, sealContextOf(row))
