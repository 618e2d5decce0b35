import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { CustomerRow, TransactionRow } from '#db/tables.ts'
import { metadataOf } from '#server/shared/metadata.ts'
import { amountInSearch } from '#server/shared/money/amount-text.ts'
import {
  isCreditorReference,
  normalizeReferences,
} from '#server/shared/money/creditor-reference.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'

/**
 * Length of a trigram in letters. The index cannot find shorter terms, so these are searched in the newest rows only.
 */
export const TRIGRAM = 3

/** Signs that a word processor or a telephone inserts, and letters that are not an ASCII letter with an accent. */
const replacements = new Map<string, string>(
  [
    ['‘’‚‛′ʼ´`', "'"],
    ['“”„‟″«»', '"'],
    ['‐‑–—', '-'],
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    ['ø', 'o'],
    ['ł', 'l'],
    ['đð', 'd'],
    ['ħ', 'h'],
    ['ŧ', 't'],
    ['ı', 'i'],
  ].flatMap(([letters = '', replacement = '']) =>
    [...letters].map((letter) => [letter, replacement] as const),
  ),
)

const replacedLetter = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g')

/**
 * Returns a text in lower case, without accents, and with plain quotes, hyphens and letters. Stored texts and search
 * terms are folded alike, so that they match.
 */
export const fold = (text: string): string =>
  // Replaced twice: without its accent a letter may become one of these characters, and NFKD would turn some quotes
  // into spaces.
  withPlainLetters(
    withPlainLetters(text.toLowerCase()).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  )

const withPlainLetters = (text: string): string =>
  text.replace(replacedLetter, (letter) => replacements.get(letter) ?? letter)

/**
 * Returns the folded words of a search, each once, without a leading `#` or currency sign. A creditor reference
 * (`RF…`), which bank statements print among other words, becomes the payment's reference that it contains.
 */
export const termsOf = (search: string): string[] => {
  const text = normalizeReferences(search)
  if (isCreditorReference(text)) return [fold(text.replace(/\s/g, '').slice('RF00'.length))]
  const words = fold(text)
    .split(/\s+/)
    .map((term) => term.replace(/^[#\p{Sc}]+/u, ''))
  return [...new Set(words)].filter(Boolean)
}

const isCurrency = (term: string): boolean => Currency.safeParse(term.toUpperCase()).success

/**
 * Returns the words of a search with amounts in their stored form: "35,50" becomes "35.50". A currency next to an
 * amount is removed. Returns undefined when this changes no word.
 */
export function amountTermsOf(search: string): string[] | undefined {
  const terms = termsOf(search)
  const amounts = terms.map(amountInSearch)
  if (amounts.every((amount) => amount === undefined)) return undefined
  // "Ron" and "all" are words, unless an amount is next to them.
  const isNextToAmount = (at: number) => (amounts[at - 1] ?? amounts[at + 1]) !== undefined
  const stored = terms.flatMap(
    (term, at) => amounts[at] ?? (isNextToAmount(at) && isCurrency(term) ? [] : [term]),
  )
  return stored.join(' ') === terms.join(' ') ? undefined : stored
}

/**
 * Returns one folded text of all parts that are not null. Line breaks between parts keep a match from reaching from one
 * part into the next.
 */
export const searchTextOf = (parts: (string | null)[]): string =>
  fold(parts.filter((part) => part !== null).join('\n'))

/** Returns each sequence of three letters in a text, once; none for a shorter text. */
export function trigramsOf(term: string): string[] {
  const found = new Set<string>()
  // Most texts have no letter of two code units, and need not be split.
  const letters = surrogate.test(term) ? [...term] : undefined
  const last = (letters ?? term).length - TRIGRAM
  for (let at = 0; at <= last; at++) {
    found.add(letters ? letters.slice(at, at + TRIGRAM).join('') : term.slice(at, at + TRIGRAM))
  }
  return [...found]
}

const surrogate = /[\ud800-\udfff]/

/**
 * Maximum number of texts in one posting list of a trigram in SQLite's index, so that each list takes only some
 * milliseconds to merge or to read.
 */
export const TEXTS_PER_LIST = 8192

/** Sampling interval: about one text in this many is counted, to estimate how common each trigram is. */
export const SAMPLE_EVERY = 32

const MAX_ASCII = 0x7f
const hexOf = Array.from({ length: MAX_ASCII + 1 }, (_, code) => code.toString(16).padStart(2, '0'))

/**
 * Returns the name of one list of a trigram in the index, which accepts only ASCII letters and digits. The name is the
 * trigram in hexadecimal. Lists after the first also have `fromSeq`, the `seq` of their first text, in the name.
 */
export const tokenOf = (trigram: string, fromSeq: number | null): string => {
  const word = asciiHex(trigram) ?? Buffer.from(trigram).toString('hex')
  return fromSeq === null ? word : `${word}x${fromSeq}`
}

function asciiHex(text: string): string | undefined {
  let hex = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > MAX_ASCII) return undefined
    hex += hexOf[code]
  }
  return hex
}

/** Returns the texts by which a customer is found. */
export const partsOfCustomer = ({ id, name, email }: CustomerRow): string[] => [id, name, email]

/** Returns the texts by which a refund is found. */
export const partsOfRefund = (row: RefundRow): (string | null)[] => [
  row.id,
  row.transactionId,
  row.reference,
  row.customerName,
  row.customerEmail,
  row.note,
  decimalFromMinor(row.amount),
]

/** Returns the texts by which a dispute is found. */
export const partsOfDispute = (row: DisputeRow): (string | null)[] => [
  row.id,
  row.transactionId,
  row.reference,
  row.customerName,
  row.customerEmail,
  decimalFromMinor(row.amount),
]

/** Returns the texts by which a payment is found. */
export const partsOfPayment = (row: TransactionRow): (string | null)[] => [
  row.id,
  row.transactionId,
  row.customerName,
  row.customerEmail,
  row.description,
  decimalFromMinor(row.amount),
  ...Object.values(metadataOf(row) ?? {}),
  row.orderReference ?? null,
]
