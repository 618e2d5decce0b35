import { createHash, randomBytes } from 'node:crypto'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import type { FormSettings } from './pay-form.rules.ts'
import { offeredTips } from './purchase.rules.ts'

/** Content of a form's token: its link, the time of rendering, and the amount and currency that the payer saw. */
export type FormToken = { linkId: string; random: string; atMs: number; shownAmount: string }

const SEAL_CONTEXT = 'payment link form'

/** Returns a token by which a form that is sent twice makes one payment. It is encrypted: no sender can forge its time. */
export const newFormToken = (
  box: Pick<SecretBox, 'seal'>,
  form: Pick<FormToken, 'linkId' | 'atMs' | 'shownAmount'>,
): string => sealForm(box, { ...form, random: randomBytes(16).toString('base64url') })

const sealForm = (
  box: Pick<SecretBox, 'seal'>,
  { linkId, random, atMs, shownAmount }: FormToken,
): string => box.seal(JSON.stringify([linkId, random, atMs, shownAmount]), SEAL_CONTEXT)

/** Reads a form's token. Returns undefined when Incasso did not issue it, or when it belongs to another link. */
export function readFormToken(
  box: Pick<SecretBox, 'open'>,
  text: string,
  link: { id: string },
): FormToken | undefined {
  try {
    const opened = JSON.parse(box.open(text, SEAL_CONTEXT)) as [string, string, number, string?]
    // A token of an earlier release contains no amount and currency, so its page is rendered again.
    const [linkId, random, atMs, shownAmount = ''] = opened
    return linkId === link.id ? { linkId, random, atMs, shownAmount } : undefined
  } catch {
    // Forged, altered, or encrypted with a removed key: the sender gets the same response for each.
    return undefined
  }
}

/**
 * Returns a link's amount and currency for a form's token; only the currency when the payer chooses the amount. Prices
 * and tips are included as a hash.
 */
export function amountTextOf({
  amount,
  currency,
  offers,
  tips,
}: Pick<FormSettings, 'amount' | 'currency' | 'offers' | 'tips'>): string {
  const text = amount === null ? currency : `${amount} ${currency}`
  if (offers.length === 0 && offeredTips(tips).length === 0) return text
  return `${text} ${createHash('sha256')
    .update(JSON.stringify([offers, tips]))
    .digest('base64url')}`
}

export const hashOfForm = ({ random }: FormToken): string =>
  createHash('sha256').update(`form ${random}`).digest('hex')

/** Leading bits of a hash that must be zero: half a second of work for a browser. */
export const PROOF_BITS = 17

/** Returns whether the sender has done the proof of work: with the number `proof`, the hash has enough zero bits. */
export function isProof({ random }: FormToken, proof: string): boolean {
  if (!/^\d{1,12}$/.test(proof)) return false
  const digest = createHash('sha256').update(`${random}.${proof}`).digest()
  return digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0
}

/** Minimum age of a form without a proof of work, for browsers that run no script. */
export const MIN_FORM_AGE_MS = 15_000

/** Lifetime of a form. After it, the page is shown again with the payer's values. */
export const FORM_LIFETIME_MS = 12 * 60 * 60_000
