import { z } from 'zod'
import { languageModes } from '#server/shared/language.ts'

export const Language = z.enum(languageModes)

/** A person's choices; null until they make one. */
export const Preferences = z.strictObject({ language: Language.nullable() })
export type Preferences = z.infer<typeof Preferences>

export const SavePreferences = z.strictObject({ language: Language })
