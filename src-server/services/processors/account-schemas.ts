import { z } from 'zod'
import type { AccountForm, NewAccount as NewKeys } from './plugin.ts'
import { plugins } from './registry.ts'

type Connectable = { name: string; label: string; accountForm: AccountForm }

/** Processors whose accounts merchants connect. */
const connectable = plugins.filter((each): each is typeof each & Connectable =>
  Boolean(each.accountForm),
)

/** As a sentence names them. */
export const connectableLabels = connectable.map(({ label }) => label).join(' or ')

export const ConnectableName = z.literal(connectable.map(({ name }) => name))

export const KeyPermissionName = z.enum(
  connectable.flatMap(({ accountForm }) => accountForm.permissions),
)

const [firstForm, ...otherForms] = connectable.map(({ accountForm }) => accountForm)
if (!firstForm) throw new Error('no processor has accounts')

const schemas = [firstForm, ...otherForms].map(({ schema }) => schema)

/** Keys as any processor with accounts has them; `processor` says whose they are. */
export const NewAccount: z.ZodType<NewKeys, NewKeys> =
  otherForms.length === 0
    ? firstForm.schema
    : // Each is an object with its literal, which the type of the plug-in does not say.
      (z.discriminatedUnion(
        'processor',
        schemas as unknown as [z.ZodObject, z.ZodObject],
      ) as unknown as z.ZodType<NewKeys, NewKeys>)

/** The shape of a key, of whichever processor it is. */
export function keyShape(name: string): z.ZodType<string, string> {
  const shapes = [firstForm, ...otherForms].flatMap((each) => each?.keyShapes[name] ?? [])
  const [first, ...others] = shapes
  if (!first) throw new Error(`no processor has a key called ${name}`)
  return others.length === 0 ? first : z.union([first, ...others])
}

/** Processors whose script runs in a page of the merchant's own, in the order in which texts name them. */
export const scripted = plugins.filter(({ hasScript }) => hasScript)
