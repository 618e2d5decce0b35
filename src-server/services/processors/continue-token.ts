import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** A payment that its payer continues, and the URL of the merchant's own site to which they return. */
export type PaymentContinuation = { merchantId: string; id: string; returnUrl: string | null }

/** Path under which a payer is redirected to their bank or to the processor's page, and returns. */
export const CONTINUE_PATH = '/continue'

const SEAL_CONTEXT = 'payer place'

/**
 * Returns our URLs for the payer of a payment: `on` leads to the bank or the processor, `back` is where the payer
 * returns, and `cancel` where they leave without paying. Their token is encrypted, so another payment's cannot be guessed.
 */
export const createPayerUrls =
  (appUrl: string, box: Pick<SecretBox, 'seal'>) =>
  ({ merchantId, id }: { merchantId: string; id: string }, returnUrl: string | null) => {
    const continueUrl = `${appUrl}${CONTINUE_PATH}/${box.seal(JSON.stringify([merchantId, id, returnUrl]), SEAL_CONTEXT)}`
    return { on: continueUrl, back: `${continueUrl}/back`, cancel: `${continueUrl}/cancel` }
  }

/** URLs of ours for a payer. */
export type PayerUrls = ReturnType<ReturnType<typeof createPayerUrls>>

/** Returns the payment that a token names; undefined when we did not issue the token, or its key was removed. */
export function readContinueToken(
  box: Pick<SecretBox, 'open'>,
  token: string,
): PaymentContinuation | undefined {
  try {
    const [merchantId, id, returnUrl] = JSON.parse(box.open(token, SEAL_CONTEXT))
    return { merchantId, id, returnUrl }
  } catch {
    // Made up, changed, or encrypted with a removed key: the response to the sender is the same.
    return undefined
  }
}
