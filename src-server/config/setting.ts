import { z } from 'zod'

type EnvironmentName = 'development' | 'staging' | 'production'

/** Documentation of a setting; `npm run settings` generates the pages from it. */
export type SettingDocs = {
  /** Effect of the setting: sentences, with code in backticks. */
  meaning: string
  /** The meaning in a line of Italian, for the template that the dashboard offers. */
  italian: string
  /** Servers that need the setting. */
  neededBy: string
  example?: string
  /** Default of the setting, when it is not a fixed value. */
  otherwise?: string
  /** `password`: a URL that may contain a password. */
  secret?: 'yes' | 'password'
  /** Value in the dashboard's template, by environment; an operator must fill in an empty value. */
  template?: Partial<Record<EnvironmentName, string>>
}

/** Documentation of each setting, found by the schema that reads it. */
export const settingDocs = z.registry<SettingDocs>()

/** Returns the same template value for every environment. */
export const sameEverywhere = (value: string) => ({
  development: value,
  staging: value,
  production: value,
})
