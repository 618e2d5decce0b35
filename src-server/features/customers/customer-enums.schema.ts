import { z } from 'zod'

export const customerStatuses = ['active', 'inactive'] as const
export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>
