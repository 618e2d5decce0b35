import { builtinEnvironments } from 'vitest/runtime'

/** jsdom's window, with modules that are transformed as for a server, because the server is among them. */
export default { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' as const }
