import { useEffect, useRef } from 'react'
import type { Form } from './use-form.ts'

/**
 * Updates a form when `saved` changes, for example by another person, except fields that this person has
 * edited.
 */
export function useFollow<V extends object>(form: Form<V>, saved: V) {
  const key = JSON.stringify(saved)
  const followed = useRef(key)
  useEffect(() => {
    if (followed.current === key) return
    followed.current = key
    form.startFrom(saved, { ...saved, ...touchedOf(form) })
  }, [form, saved, key])
}

function touchedOf<V extends object>({ values, start }: Form<V>): Partial<V> {
  const touched = { ...values }
  for (const field in touched) if (values[field] === start[field]) delete touched[field]
  return touched
}
