import type { SecretBox } from '#server/core/secrets/secret-box.ts'

type Payment = { merchantId: string; id: string }

/** Under which the sandbox shows a payer their payment. */
export const PAYER_PATH = '/sandbox'

const PLACE = 'sandbox payer page'

/** Where the payer of a payment decides. Its last part is sealed, so that nobody can guess another's. */
export const payerPage =
  (appUrl: string, box: Pick<SecretBox, 'seal'>) =>
  ({ merchantId, id }: Payment): string =>
    `${appUrl}${PAYER_PATH}/${box.seal(JSON.stringify([merchantId, id]), PLACE)}`

/** The payment that a token names; undefined when we have not sealed it. */
export function readPayerToken(box: Pick<SecretBox, 'open'>, token: string): Payment | undefined {
  try {
    const [merchantId, id] = JSON.parse(box.open(token, PLACE)) as [string, string]
    return { merchantId, id }
  } catch {
    // Made up, changed, or sealed with a key that is gone: to whoever sent it all is the same.
    return undefined
  }
}
