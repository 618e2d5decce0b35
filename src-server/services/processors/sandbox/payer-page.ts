import type { SecretBox } from '#server/core/secrets/secret-box.ts'

type Payment = { merchantId: string; id: string }

/** Path under which the sandbox shows a payer their payment. */
export const PAYER_PATH = '/sandbox'

const SEAL_CONTEXT = 'sandbox payer page'

/** Returns the URL at which a payer decides. Its last part is encrypted, so another payment's cannot be guessed. */
export const createPayerPageUrl =
  (appUrl: string, box: Pick<SecretBox, 'seal'>) =>
  ({ merchantId, id }: Payment): string =>
    `${appUrl}${PAYER_PATH}/${box.seal(JSON.stringify([merchantId, id]), SEAL_CONTEXT)}`

/** Returns the payment that a token names; undefined when we did not issue the token. */
export function readPayerToken(box: Pick<SecretBox, 'open'>, token: string): Payment | undefined {
  try {
    const [merchantId, id] = JSON.parse(box.open(token, SEAL_CONTEXT)) as [string, string]
    return { merchantId, id }
  } catch {
    // Made up, changed, or encrypted with a removed key: the response to the sender is the same.
    return undefined
  }
}
