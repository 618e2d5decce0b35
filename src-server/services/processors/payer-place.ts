import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** A payment that its payer goes on with, and where they come back to at the merchant's own site. */
export type PayerPlace = { merchantId: string; id: string; returnUrl: string | null }

/** Under which a payer is led to their bank or to a page of the processor's, and comes back. */
export const CONTINUE_PATH = '/continue'

const PLACE = 'payer place'

/** Our two addresses for the payer of a payment. What they hold is sealed, so that nobody can guess another's. */
export const payerUrls =
  (appUrl: string, box: Pick<SecretBox, 'seal'>) =>
  ({ merchantId, id }: { merchantId: string; id: string }, returnUrl: string | null) => {
    const on = `${appUrl}${CONTINUE_PATH}/${box.seal(JSON.stringify([merchantId, id, returnUrl]), PLACE)}`
    return { on, back: `${on}/back` }
  }

/** Undefined when we have not sealed it. */
export function readPayerPlace(
  box: Pick<SecretBox, 'open'>,
  token: string,
): PayerPlace | undefined {
  try {
    const [merchantId, id, returnUrl] = JSON.parse(box.open(token, PLACE))
    return { merchantId, id, returnUrl }
  } catch {
    // Made up, changed, or sealed with a key that is gone: to whoever sent it all is the same.
    return undefined
  }
}
