import type { Language } from '../language.ts'

export const language: Language = { mode: 'it', only: 'it', locale: 'it-IT' }
