import { z } from 'zod'

export const linkStatuses = ['active', 'paused', 'expired', 'closed'] as const
export const LinkStatus = z.enum(linkStatuses)
export type LinkStatus = z.infer<typeof LinkStatus>

export const AmountKind = z.enum(['fixed', 'chosen'])
export type AmountKind = z.infer<typeof AmountKind>

export const PauseReason = z.enum(['by_hand', 'card_testing'])

export const linkSorts = ['-createdAt', 'createdAt', 'title', '-title', '-paid', 'paid'] as const
export const LinkSort = z.enum(linkSorts)
export type LinkSort = z.infer<typeof LinkSort>
