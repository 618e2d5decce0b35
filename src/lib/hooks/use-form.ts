import { useId, useState } from 'react'

export type FieldErrors<V> = { [K in keyof V]?: string }

type Field<V> = keyof V & string

type Options<V> = {
  /** The initial values, in the order of the fields on screen: the first invalid one gets the focus. */
  initial: V
  /** Returns the errors of invalid fields, in the form's own words. */
  check?: (values: V) => FieldErrors<V>
}

type Handlers<V> = {
  /** Blocks sending while true, as a running `send` does. */
  isPending?: boolean
  /** Called on each attempt to send, valid or not. */
  onTry?: () => void
  /** Called when `check` has found an error. */
  onInvalid?: (values: V) => void
}

export type Form<V extends object> = ReturnType<typeof useForm<V>>

/** Keeps a form's values, their errors and whether the form is being sent. Every form of the page uses it. */
export function useForm<V extends object>({ initial, check }: Options<V>) {
  const [isSending, setIsSending] = useState(false)
  const fields = useFields(initial)
  const onSubmit =
    (send: (values: V) => unknown, handlers: Handlers<V> = {}) =>
    async (event?: { preventDefault: () => void }) => {
      event?.preventDefault()
      if (isSending || handlers.isPending) return
      handlers.onTry?.()
      if (fields.refuse(check?.(fields.values) ?? {})) {
        handlers.onInvalid?.(fields.values)
        return
      }
      setIsSending(true)
      try {
        await send(fields.values)
      } finally {
        setIsSending(false)
      }
    }

  return { ...fields, isSending, onSubmit }
}

type TextInput = { currentTarget: { value: string } }

function useFields<V extends object>(initial: V) {
  const id = useId()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<V>>({})
  const names = Object.keys(initial) as Field<V>[]

  const elementOf = (field: Field<V>) =>
    document.querySelector<HTMLInputElement>(`[data-field="${id} ${field}"]`)

  /** Marks only these fields and focuses the first; returns false when there is none. */
  const refuse = (found: FieldErrors<V>): boolean => {
    setErrors(found)
    const first = names.find((field) => found[field] !== undefined)
    if (first !== undefined) elementOf(first)?.focus()
    return first !== undefined
  }

  /** Changes values and removes the errors of the changed fields. */
  const set = (changed: Partial<V>) => {
    setValues((before) => ({ ...before, ...changed }))
    setErrors((before) => ({ ...before, ...blank(changed) }))
  }

  /** Sets the values that `reset` restores, shows `shown`, and removes all errors. */
  const startFrom = (next: V, shown = next) => {
    setStart(next)
    setValues(shown)
    setErrors({})
  }

  return {
    values,
    errors,
    start,
    isDirty: names.some((field) => values[field] !== start[field]),
    set,
    refuse,
    startFrom,
    reset: () => startFrom(start),
    focus: (field: Field<V>) => elementOf(field)?.focus(),
    select: (field: Field<V>) => elementOf(field)?.select(),
    /** Props of a native input with a free text or one of several texts. */
    input: <K extends Field<V>>(field: K) => ({
      'data-field': `${id} ${field}`,
      value: values[field],
      error: errors[field],
      onChange: ({ currentTarget }: TextInput) =>
        set({ [field]: currentTarget.value } as Partial<V>),
    }),
  }
}

const blank = (changed: object): Record<string, undefined> =>
  Object.fromEntries(Object.keys(changed).map((key) => [key, undefined]))

/** Returns true when a text could be an e-mail address; the server decides. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())

export const isBlank = (text: string): boolean => text.trim() === ''

/** Returns true when a text is six digits, as an authenticator app shows them. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text)

export const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')
