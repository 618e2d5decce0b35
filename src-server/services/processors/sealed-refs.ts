import type { TransactionRow } from '#db/tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** First characters of every text that a secret box encrypted. */
export const SEALED_REF_PREFIX = 'v1.'

type PaymentKey = Pick<TransactionRow, 'merchantId' | 'id'>

const sealContextOf = ({ merchantId, id }: PaymentKey): string =>
  `transactions|processor_ref|${merchantId}|${id}`

/**
 * Encryption of processors' ids of payments that also open the payer's page, so that a reader of the database cannot
 * open the payer's page.
 */
export type SealedRefs = {
  seal: (payment: PaymentKey, ref: string) => string
  /** Returns the processor's id from the stored one. Ids that open no page are stored as they are. */
  open: (payment: PaymentKey, stored: string | null) => string | null
}

export const createSealedRefs = (box: Pick<SecretBox, 'seal' | 'open'>): SealedRefs => ({
  seal: (payment, ref) => box.seal(ref, sealContextOf(payment)),
  open: (payment, stored) =>
    stored?.startsWith(SEALED_REF_PREFIX) ? box.open(stored, sealContextOf(payment)) : stored,
})

/** Returns the id encrypted with the newest key; unchanged when it already is. */
export const resealRef = (box: SecretBox, payment: PaymentKey, stored: string): string =>
  box.ageOf(stored) === 'newest'
    ? stored
    : box.seal(box.open(stored, sealContextOf(payment)), sealContextOf(payment))
