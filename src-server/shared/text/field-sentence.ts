import type { Issue } from '../reasons/errors.ts'

/** Names of fields in sentences, when the field's own name split into words would be unclear. */
const names: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  customerEmail: 'customer e-mail address',
  webhookUrl: 'webhook address',
  expiresAt: 'expiry',
  overlapDays: 'overlap',
  from: 'first day',
  to: 'last day',
  minAmount: 'smallest amount',
  maxAmount: 'largest amount',
  limit: 'page size',
  timezone: 'time zone',
  vatNumber: 'VAT number',
  id: 'ID',
  customerId: 'customer ID',
}

/** Returns the last name in a path; the numbers in it only count the entries of a list. */
const fieldOf = (path: string): string =>
  path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''

function subjectOf(path: string): string {
  const field = fieldOf(path)
  if (field === '') return 'The request'
  if (!/^[a-zA-Z]{1,40}$/.test(field)) return `The field "${field}"`
  const inWords = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `The ${Object.hasOwn(names, field) ? names[field] : inWords}`
}

/** Matches the beginnings of zod's default messages. */
const defaultMessage =
  /^(?:Invalid (?:input|option|string|key|value|ISO \w+)|Too (?:small|big))(?:: )?/

/** Returns an issue as one sentence with the field's name, since people read it where the field is not visible. */
export function fieldSentence({ path, message }: Issue): string {
  const subject = subjectOf(path)
  if (message === UNKNOWN_FIELD) return `The field "${fieldOf(path)}" ${message}.`
  if (defaultMessage.test(message)) {
    const why = message.replace(defaultMessage, '')
    return why === '' ? `${subject} is not valid.` : `${subject} is not valid: ${why}.`
  }
  // A message with a capital letter at the beginning is already a sentence.
  return /^\p{Ll}/u.test(message) ? `${subject} ${message}.` : message
}

/** Message of an issue about a field that the API does not have. */
export const UNKNOWN_FIELD = 'is not known here'
