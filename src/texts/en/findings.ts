/** Empty, because the server's texts are already English. */
export const findings: readonly (readonly [server: string, here: string])[] = []
