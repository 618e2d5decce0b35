import { useId, useState } from 'react'

export type FieldErrors<V> = { [K in keyof V]?: string }

type Field<V> = keyof V & string

type Options<V> = {
  /** What the fields hold at first, in their order on the screen: the first bad one gets the focus. */
  initial: V
  /** What is wrong, in the form's own words. */
  check?: (values: V) => FieldErrors<V>
}

type Handlers<V> = {
  /** While this is true, or `send` has not ended, nothing is sent again. */
  isPending?: boolean
  /** Told of each try to send, whatever comes of it. */
  onTry?: () => void
  /** Told of what `check` found. */
  onInvalid?: (values: V) => void
}

export type Form<V extends object> = ReturnType<typeof useForm<V>>

/** The one way of the page's forms: what is typed, what is wrong with it, and sending it. */
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

type Typed = { currentTarget: { value: string } }

function useFields<V extends object>(initial: V) {
  const id = useId()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<V>>({})
  const names = Object.keys(initial) as Field<V>[]

  const node = (field: Field<V>) =>
    document.querySelector<HTMLInputElement>(`[data-field="${id} ${field}"]`)

  /** Marks these fields and no others, and goes to the first; false when there is none. */
  const refuse = (found: FieldErrors<V>): boolean => {
    setErrors(found)
    const first = names.find((field) => found[field] !== undefined)
    if (first !== undefined) node(first)?.focus()
    return first !== undefined
  }

  const set = (changed: Partial<V>) => {
    setValues((before) => ({ ...before, ...changed }))
    setErrors((before) => ({ ...before, ...blank(changed) }))
  }

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
    focus: (field: Field<V>) => node(field)?.focus(),
    select: (field: Field<V>) => node(field)?.select(),
    /** For an input of the browser's that holds a text or one of some texts. */
    input: <K extends Field<V>>(field: K) => ({
      'data-field': `${id} ${field}`,
      value: values[field],
      error: errors[field],
      onChange: ({ currentTarget }: Typed) => set({ [field]: currentTarget.value } as Partial<V>),
    }),
  }
}

/** The same keys without a value. */
const blank = (changed: object): Record<string, undefined> =>
  Object.fromEntries(Object.keys(changed).map((key) => [key, undefined]))

/** Whether a text could be an e-mail address; the server has the last word. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())

export const isBlank = (text: string): boolean => text.trim() === ''

/** Six digits, as an authenticator app shows them. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text)

export const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')
