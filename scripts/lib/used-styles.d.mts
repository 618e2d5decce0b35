import type { Plugin } from 'vite'

/** Returns the classes of the library's core that the page's scripts can use. */
export function usedClasses(): Set<string>
export function withoutUnused(css: string, used: ReadonlySet<string>): string
export function usedStyles(): Plugin
