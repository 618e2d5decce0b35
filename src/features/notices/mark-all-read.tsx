import { Button, type ButtonProps } from '@mantine/core'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { notices as texts } from '#client/texts/en/notices.ts'
import { trpc } from '#client/trpc.ts'

type Props = { unread: number } & Pick<ButtonProps, 'size'>

/** The button that marks all notices as read; there is none where all are read. */
export function MarkAllRead({ unread, size }: Props) {
  const { mutate, isPending } = trpc.notices.markAllRead.useMutation({
    onError: (error) => notify.error({ title: texts.failed, message: readProblem(error).detail }),
  })
  if (unread === 0) return null
  return (
    <Button variant="default" size={size} disabled={isPending} onClick={() => mutate({})}>
      {texts.markAllRead}
    </Button>
  )
}
