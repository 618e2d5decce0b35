import { createHash, randomBytes } from 'node:crypto'
import type { SecretBox } from '#server/core/secret-box.ts'

/** What a page's form carries: of which link it is, when it was written, and what makes it one of a kind. */
export type FormToken = { linkId: string; random: string; atMs: number }

const PLACE = 'payment link form'

/** A form that is sent twice is one payment; sealed, so that nobody writes one of an earlier time. */
export const newFormToken = (
  box: Pick<SecretBox, 'seal'>,
  { linkId, atMs }: Pick<FormToken, 'linkId' | 'atMs'>,
): string => sealForm(box, { linkId, random: randomBytes(16).toString('base64url'), atMs })

const sealForm = (box: Pick<SecretBox, 'seal'>, { linkId, random, atMs }: FormToken): string =>
  box.seal(JSON.stringify([linkId, random, atMs]), PLACE)

/** Undefined when we have not sealed it, or it belongs to another link. */
export function readFormToken(
  box: Pick<SecretBox, 'open'>,
  text: string,
  link: { id: string },
): FormToken | undefined {
  try {
    const [linkId, random, atMs] = JSON.parse(box.open(text, PLACE)) as [string, string, number]
    return linkId === link.id ? { linkId, random, atMs } : undefined
  } catch {
    // Made up, changed, or sealed with a key that is gone: to whoever sent it all is the same.
    return undefined
  }
}

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
