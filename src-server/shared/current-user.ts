import { z } from 'zod'

export const CurrentUser = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>
