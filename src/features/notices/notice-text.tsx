import { opensRow } from '#client/components/list/row-link.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { ListLink } from '#client/list/list-link.tsx'
import { notices as texts } from '#client/texts/en/notices.ts'
import { trpc } from '#client/trpc.ts'
import type { Notice } from '#server/features/notices/notices.schema.ts'
import { noticeKinds, noticeTexts } from '#server/shared/notices/notice-kinds.ts'
import classes from './notices.module.css'

/** Returns a notice's title and sentence in the page's language. */
export const textsOf = (notice: Notice, timezone: string) =>
  noticeTexts(notice, { language: languageFor('en'), timezone })

/** Returns a function that marks a notice as read. */
export function useMarkRead() {
  const { mutate } = trpc.notices.markRead.useMutation({
    onError: (error) => notify.error({ title: texts.failed, message: readProblem(error).detail }),
  })
  return ({ id, status }: Notice) => {
    if (status === 'unread') mutate({ id })
  }
}

type Props = { notice: Notice; timezone: string; onOpen?: () => void }

/** A notice's title, which links to its rows and marks the notice as read, and its sentence. */
export function NoticeText({ notice, timezone, onOpen }: Props) {
  const markRead = useMarkRead()
  const { title, sentence } = textsOf(notice, timezone)
  const { path, search = {} } = noticeKinds[notice.kind].link(notice.facts)
  return (
    <div className={classes.notice} data-status={notice.status}>
      <ListLink
        {...opensRow}
        className={classes.title}
        to={path as '/notices'}
        search={search}
        onClick={() => {
          markRead(notice)
          onOpen?.()
        }}
      >
        {title}
      </ListLink>
      <div className={classes.sentence}>{sentence}</div>
    </div>
  )
}
