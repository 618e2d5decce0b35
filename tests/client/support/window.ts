import { builtinEnvironments } from 'vitest/runtime'

/** The window of jsdom, around modules that are read as for a server: one is among them. */
export default { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' as const }
