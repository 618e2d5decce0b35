import type { Plugin } from 'vite'

export const LANGUAGE_MODES: readonly ['spec', 'it', 'en']

/** Throws for any other mode. */
export function textsIn(mode: string): Plugin
