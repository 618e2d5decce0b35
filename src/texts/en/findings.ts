/** As the server says them: nothing to change. */
export const findings: readonly (readonly [server: string, here: string])[] = []
