import type { FieldErrors } from '#client/lib/hooks/use-form.ts'
import { readProblem, serverMessagesOf } from '#client/lib/problem.ts'
import { account as texts } from '#client/processors/account/texts/en/account.ts'

/** The reasons for refusing keys. */
export type KeyRefusal<V> = {
  errors: FieldErrors<V>
  /** The processor's own messages about the key, in English. */
  says: readonly string[]
  /** An error that belongs to no field. */
  failure: string | undefined
}

type RefusalContext<V> = {
  label: string
  /** The form's fields, by the names that the server gives them. */
  fields: Readonly<Record<string, keyof V & string>>
  /** The error at a key of the other mode. */
  otherMode: string
}

/** Returns why the server refused keys. The processor's messages are about the field of `secretKey`. */
export function refusalOf<V>(
  error: unknown,
  { label, fields, otherMode }: RefusalContext<V>,
): KeyRefusal<V> {
  const { reason, detail, issues } = readProblem(error)
  const keyField = fields.secretKey
  if (reason === 'processor_key_invalid' && keyField !== undefined) {
    const messages = serverMessagesOf(error, 'secretKey')
    // Our own text replaces the message about a key of another account.
    const isOther = messages.some((words) => words.endsWith(`belongs to another ${label} account.`))
    const text = isOther ? texts.refused.otherAccount(label) : texts.refused.permissions(label)
    return {
      errors: { [keyField]: text } as FieldErrors<V>,
      says: isOther ? [] : messages,
      failure: undefined,
    }
  }
  if (reason === 'processor_unavailable') {
    return { errors: {}, says: [], failure: texts.refused.unavailable(label) }
  }
  const errors: FieldErrors<V> = {}
  for (const { path, message } of issues) {
    const field = fields[path]
    if (field) errors[field] = reason === 'livemode_mismatch' ? otherMode : message
  }
  const areAllInForm = Object.keys(errors).length > 0
  return { errors, says: [], failure: areAllInForm ? undefined : detail }
}
