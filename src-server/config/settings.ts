import type { z } from 'zod'
import { clerkVariables, googleVariables, mailVariables } from './identity-variables.ts'
import { legalVariables } from './legal.ts'
import { openaiVariables } from './openai.ts'
import { payPalVariables } from './paypal.ts'
import {
  addressVariables,
  databaseVariables,
  logVariables,
  paymentVariables,
  secretVariables,
} from './server-variables.ts'
import { type SettingDocs, settingDocs } from './setting.ts'
import { stripeVariables } from './stripe.ts'
import { tracingVariables } from './tracing.ts'

export type Setting = SettingDocs & {
  name: string
  /** Default value, as it would be written in the environment. */
  fallback: string | undefined
}

export type SettingGroup = { title: string; settings: Setting[] }

const groups: [title: string, variables: Record<string, z.ZodType>][] = [
  ['Address and environment', addressVariables],
  ['Database and processes', databaseVariables],
  ['Secrets', secretVariables],
  ['Payments, limits and webhooks', paymentVariables],
  ['Stripe', stripeVariables],
  ['PayPal', payPalVariables],
  ['Mail', mailVariables],
  ['Sign-in with Google', googleVariables],
  ['Sign-in with Clerk', clerkVariables],
  ['AI', openaiVariables],
  ['Terms and privacy', legalVariables],
  ['Log', logVariables],
  ['Traces', tracingVariables],
]

function settingOf(name: string, schema: z.ZodType): Setting {
  const docs = settingDocs.get(schema)
  if (!docs) throw new Error(`${name} has no documentation: register it with its schema.`)
  const { data } = schema.safeParse(undefined)
  return { ...docs, name, fallback: data === undefined ? undefined : String(data) }
}

/** Returns every setting with its documentation, in the order of the documents and templates. */
export const settingGroups = (): SettingGroup[] =>
  groups.map(([title, variables]) => ({
    title,
    settings: Object.entries(variables).map(([name, schema]) => settingOf(name, schema)),
  }))
