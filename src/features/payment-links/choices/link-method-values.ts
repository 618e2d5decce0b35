import type { FieldErrors } from '#client/lib/hooks/use-form.ts'
import { linkForm } from '#client/texts/en/link-form.ts'
import { linkMethodTypes } from '#server/features/payment-links/payment-links.schema.ts'

/** The form's fields for the methods that payers may use; `methodTypes` joins the chosen types by spaces. */
export type MethodValues = { methods: 'settings' | 'some'; methodTypes: string }

/** Fields of a link with the methods of the settings. */
export const settingsMethods: MethodValues = { methods: 'settings', methodTypes: '' }

export const methodFields = ['methods', 'methodTypes'] as const

/** Returns the chosen types, in the order in which they are shown. */
export const chosenTypes = ({ methodTypes }: Pick<MethodValues, 'methodTypes'>) => {
  const chosen = new Set(methodTypes.split(' '))
  return linkMethodTypes.filter((type) => chosen.has(type))
}

/** Returns the form's values for a link's methods; null means the methods in the settings. */
export const methodValuesOf = (types: readonly string[] | null): MethodValues =>
  types === null ? settingsMethods : { methods: 'some', methodTypes: types.join(' ') }

export const checkMethods = (values: MethodValues): FieldErrors<MethodValues> =>
  values.methods === 'some' && chosenTypes(values).length === 0
    ? { methodTypes: linkForm.errors.methodTypes }
    : {}

/** Returns the methods as the create and update calls take them. */
export const methodInputOf = (values: MethodValues) =>
  values.methods === 'some' ? chosenTypes(values) : null
