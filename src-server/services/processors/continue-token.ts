import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** A payment that its payer continues, and the URL of the merchant's own site to which they return. */
export type PaymentContinuation = { merchantId: string; id: string; returnUrl: string | null }

/**
 * Incasso's URLs for a payer: `continueUrl` continues the payment. Its processor sends the payer to `backUrl`, or to
 * `cancelUrl` if they leave without paying.
 */
export type PayerUrls = { continueUrl: string; backUrl: string; cancelUrl: string }

/** Path under which a payer is redirected to their bank or to the processor's page, and returns. */
export const CONTINUE_PATH = '/continue'

const SEAL_CONTEXT = 'payer place'

/**
 * Returns Incasso's URLs for the payer of a payment. Their token is encrypted, so that of another payment cannot be
 * guessed.
 */
export const createPayerUrls =
  (appUrl: string, box: Pick<SecretBox, 'seal'>) =>
  ({ merchantId, id }: { merchantId: string; id: string }, returnUrl: string | null): PayerUrls => {
    const continueUrl = `${appUrl}${CONTINUE_PATH}/${box.seal(JSON.stringify([merchantId, id, returnUrl]), SEAL_CONTEXT)}`
    return {
      continueUrl,
      backUrl: `${continueUrl}/back`,
      cancelUrl: `${continueUrl}/cancel`,
    }
  }

/** Returns the payment that a token names; undefined if Incasso did not issue it, or removed its encryption key. */
export function readContinueToken(
  box: Pick<SecretBox, 'open'>,
  token: string,
): PaymentContinuation | undefined {
  try {
    const [merchantId, id, returnUrl] = JSON.parse(box.open(token, SEAL_CONTEXT))
    return { merchantId, id, returnUrl }
  } catch {
    // A token that was invented, changed, or encrypted with a removed key: the sender must not learn which.
    return undefined
  }
}
