import type { NoticeSort, NoticeStatus } from '#server/features/notices/notice-enums.schema.ts'
import type { NoticeChoice } from '#server/shared/notices/notice-kind.ts'

const statuses: Record<NoticeStatus, string> = { unread: 'Unread', read: 'Read' }

const sorts: Record<NoticeSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
}

const choiceNames: Record<NoticeChoice, string> = {
  both: 'In the page and by mail',
  page: 'In the page only',
  mail: 'By mail only',
  none: 'Not at all',
}

export const notices = {
  statuses,
  tabNames: statuses,
  sorts,
  tabs: 'Notices by status',
  caption: 'Notices',
  columns: { notice: 'Notice', status: 'Status', date: 'Date', action: 'Actions' },
  loadFailed: 'The notices could not be loaded',
  noMatch: 'No notices match these filters.',
  emptyTitle: 'No notices',
  empty:
    'Disputes, failed refunds and interrupted connections appear here until they are resolved.',
  count: (shown: string, count: number) => `${shown} ${count === 1 ? 'notice' : 'notices'}`,
  addKind: '+ Kind',
  kind: (name: string) => `Kind: ${name}`,
  markRead: (title: string) => `Mark as read: ${title}`,
  markAllRead: 'Mark all as read',
  failed: 'The change was not made',
  latest: 'Unread notices',
  nothingUnread: 'Nothing to read',
  seeAll: 'See all notices',
  choices: {
    title: 'Notices',
    text: 'Choose how you get each kind of notice. Your choices apply to you alone.',
    noMail: 'This server cannot send you mails.',
    quiet: 'The mail comes once a day, with other notices.',
    names: choiceNames,
    done: (name: string) => ({ title: 'Choice saved', message: name }),
    loadFailed: 'Your choices could not be loaded',
    failed: 'The choice was not saved',
  },
}
