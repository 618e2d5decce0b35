import type { Language } from '../en/language.ts'

export const language: Language = { mode: 'it', only: 'it', locale: 'it-IT' }
