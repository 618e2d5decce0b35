import type { IntegrationRow } from '#db/tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { makeSigningSecret } from './signature.ts'

/** Time for which a replaced secret signs in addition to the new one, so that the receiver can change over. */
const OVERLAP_MS = 24 * 60 * 60_000

const sealContextOf = ({ merchantId, id }: Pick<IntegrationRow, 'merchantId' | 'id'>) =>
  `integrations|secret|${merchantId}|${id}`

type SecretColumns = Pick<IntegrationRow, 'secret' | 'secretLast4'>

/** Returns a new signing secret, and the columns that store it. */
export function createSecret(
  box: SecretBox,
  row: Pick<IntegrationRow, 'merchantId' | 'id'>,
): { secret: string; kept: SecretColumns } {
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
export const overlapOf = (row: IntegrationRow, nowMs: number) => ({
  previousSecret: row.secret,
  previousSecretExpiresAt: new Date(nowMs + OVERLAP_MS).toISOString(),
})

/** Returns the decrypted secrets that sign an event now, the newest first. */
export function activeSecrets(box: SecretBox, row: IntegrationRow, nowMs: number): string[] {
  const { secret, previousSecret, previousSecretExpiresAt } = row
  const isOverlapping =
    previousSecretExpiresAt !== null && Date.parse(previousSecretExpiresAt) > nowMs
  return [secret, isOverlapping ? previousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => box.open(sealed, sealContextOf(row)))
}

/** Returns the secret encrypted with the newest key, unchanged if it already is. Throws when it cannot be decrypted. */
export function resealSigningSecret(
  box: SecretBox,
  row: Pick<IntegrationRow, 'merchantId' | 'id'>,
  sealed: string,
): string {
  const secret = box.open(sealed, sealContextOf(row))
  return box.ageOf(sealed) === 'newest' ? sealed : box.seal(secret, sealContextOf(row))
}
