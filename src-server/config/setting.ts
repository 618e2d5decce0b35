import { z } from 'zod'

type EnvironmentName = 'development' | 'staging' | 'production'

/** What is said of a setting wherever it is told of: `npm run settings` writes the pages from it. */
export type SettingWords = {
  /** What it does: sentences, with code in backticks. */
  meaning: string
  /** The same in a line of Italian, for the template that the page offers. */
  italian: string
  /** Who sets it, and when. */
  neededBy: string
  example?: string
  /** What counts without it, where that is no fixed value. */
  otherwise?: string
  /** `password`: an address that may hold one. */
  secret?: 'yes' | 'password'
  /** What the page's template sets, by environment; an empty text waits to be filled in. */
  template?: Partial<Record<EnvironmentName, string>>
}

/** The words of each setting, found by the schema that reads it. */
export const settingWords = z.registry<SettingWords>()

/** The same value in the template of every environment. */
export const everywhere = (value: string) => ({
  development: value,
  staging: value,
  production: value,
})
