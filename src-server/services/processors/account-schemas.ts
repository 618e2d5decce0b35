import { z } from 'zod'
import type { AccountForm, NewAccountInput } from './plugin.ts'
import { plugins } from './registry.ts'

type ConnectablePlugin = { name: string; label: string; accountForm: AccountForm }

/** Processors at which merchants connect accounts. */
const connectablePlugins = plugins.filter((each): each is typeof each & ConnectablePlugin =>
  Boolean(each.accountForm),
)

/** Display names of the processors at which merchants connect accounts, joined by "or" for a sentence. */
export const connectableLabels = connectablePlugins.map(({ label }) => label).join(' or ')

/** Names of the processors at which merchants connect accounts. */
export const ConnectableName = z.literal(connectablePlugins.map(({ name }) => name))

/** Names of the permissions that a merchant's API key at any of these processors may have. */
export const KeyPermissionName = z.enum(
  connectablePlugins.flatMap(({ accountForm }) => accountForm.permissions),
)

const [firstForm, ...otherForms] = connectablePlugins.map(({ accountForm }) => accountForm)
if (!firstForm) throw new Error('no processor has accounts')

const schemas = [firstForm, ...otherForms].map(({ schema }) => schema)

/** Schema of the input that connects an account, with its API keys. `processor` decides which keys are required. */
export const NewAccount: z.ZodType<NewAccountInput, NewAccountInput> =
  otherForms.length === 0
    ? firstForm.schema
    : // Each processor's schema is an object whose `processor` is a literal. The plug-in's type does not state that.
      (z.discriminatedUnion(
        'processor',
        schemas as unknown as [z.ZodObject, z.ZodObject],
      ) as unknown as z.ZodType<NewAccountInput, NewAccountInput>)

/**
 * Returns the schema of an account's key or secret that can be changed later, such as `secretKey`. It accepts the
 * formats of all processors that have a key of this name.
 */
export function keyShape(name: string): z.ZodType<string, string> {
  const shapes = [firstForm, ...otherForms].flatMap((each) => each?.keyShapes[name] ?? [])
  const [first, ...others] = shapes
  if (!first) throw new Error(`no processor has a key called ${name}`)
  return others.length === 0 ? first : z.union([first, ...others])
}

/** Processors whose script runs in the merchant's own page, in the order in which texts name them. */
export const pluginsWithScript = plugins.filter(({ hasScript }) => hasScript)
