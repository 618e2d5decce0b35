import { z } from 'zod'
import { languageModes } from '#server/shared/language.ts'

export const Language = z.enum(languageModes)

/** What a person chose; null where they never did. */
export const Preferences = z.strictObject({ language: Language.nullable() })
export type Preferences = z.infer<typeof Preferences>

export const SavePreferences = z.strictObject({ language: Language })
