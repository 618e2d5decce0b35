import { z } from 'zod'

export const ApiVersion = z.enum(['v1', 'v2'])
export type ApiVersion = z.infer<typeof ApiVersion>
