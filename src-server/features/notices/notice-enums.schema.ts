import { z } from 'zod'

export const noticeStatuses = ['unread', 'read'] as const
export const NoticeStatus = z.enum(noticeStatuses)
export type NoticeStatus = z.infer<typeof NoticeStatus>

export const noticeSorts = ['-createdAt', 'createdAt'] as const
export const NoticeSort = z.enum(noticeSorts)
export type NoticeSort = z.infer<typeof NoticeSort>
