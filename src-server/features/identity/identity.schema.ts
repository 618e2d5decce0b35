import { z } from 'zod'

export const CurrentUser = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** What the page may know of the configuration; nothing else leaves the server. */
export const ClientConfig = z.strictObject({
  environment: z.enum(['development', 'staging', 'production']),
  identity: z.enum(['embedded', 'clerk']),
  version: z.string(),
})
export type ClientConfig = z.infer<typeof ClientConfig>
