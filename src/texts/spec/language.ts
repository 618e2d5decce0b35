import type { Language } from '../en/language.ts'

export const language: Language = { mode: 'spec', locale: 'en-US' }
