import { z } from 'zod'

/** Roles of members. Accountants read everything except secrets, export, and close months. */
export const MemberRole = z.enum(['owner', 'staff', 'accountant'])
export type MemberRole = z.infer<typeof MemberRole>
