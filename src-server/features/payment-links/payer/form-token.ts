import { createHash, randomBytes } from 'node:crypto'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import type { Minor } from '#server/shared/money/money.ts'

/** Names the link of a page's form, when it was written, and the amount and currency that its payer saw. */
export type FormToken = { linkId: string; random: string; atMs: number; asked: string }

const PLACE = 'payment link form'

/** A form that is sent twice is one payment; sealed, so that nobody writes one of an earlier time. */
export const newFormToken = (
  box: Pick<SecretBox, 'seal'>,
  form: Pick<FormToken, 'linkId' | 'atMs' | 'asked'>,
): string => sealForm(box, { ...form, random: randomBytes(16).toString('base64url') })

const sealForm = (
  box: Pick<SecretBox, 'seal'>,
  { linkId, random, atMs, asked }: FormToken,
): string => box.seal(JSON.stringify([linkId, random, atMs, asked]), PLACE)

/** Undefined when we have not sealed it, or it belongs to another link. */
export function readFormToken(
  box: Pick<SecretBox, 'open'>,
  text: string,
  link: { id: string },
): FormToken | undefined {
  try {
    const opened = JSON.parse(box.open(text, PLACE)) as [string, string, number, string?]
    // A form of an earlier release says nothing of what was asked, so its page is written anew.
    const [linkId, random, atMs, asked = ''] = opened
    return linkId === link.id ? { linkId, random, atMs, asked } : undefined
  } catch {
    // Made up, changed, or sealed with a key that is gone: to whoever sent it all is the same.
    return undefined
  }
}

/** Writes amount and currency of a link as a form carries them; where the payer chooses the amount, the currency alone. */
export const askedText = ({
  amount,
  currency,
}: {
  amount: Minor | null
  currency: string
}): string => (amount === null ? currency : `${amount} ${currency}`)

export const hashOfForm = ({ random }: FormToken): string =>
  createHash('sha256').update(`form ${random}`).digest('hex')

/** Half a second of work for a browser: so many bits of a hash must be zero. */
export const PROOF_BITS = 17

/** Whether the sender has done the work: `proof` is a number by which the hash begins as it must. */
export function isProof({ random }: FormToken, proof: string): boolean {
  if (!/^\d{1,12}$/.test(proof)) return false
  const digest = createHash('sha256').update(`${random}.${proof}`).digest()
  return digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0
}

/** Who cannot do it, without a script, waits instead: the form must be so old. */
export const WAIT_MS = 15_000

/** What was typed stays for a while; later the page is written anew. */
export const FORM_LASTS_MS = 12 * 60 * 60_000
