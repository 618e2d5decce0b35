import { Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialog.tsx'
import { endSession } from '#client/lib/auth.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { demo } from '#client/texts/demo.ts'
import { client, trpc } from '#client/trpc.ts'
import classes from './demo-mark.module.css'

/** Says that what is shown is invented, and takes it all away again. */
export function DemoMark() {
  const { data } = trpc.demo.state.useQuery()
  const navigate = useNavigate()
  const [isAsking, dialog] = useDisclosure(false)
  const [isRemoving, setIsRemoving] = useState(false)

  const remove = async () => {
    setIsRemoving(true)
    // The guest account goes with the demo, and the session with the account.
    const { ok } = await endSession(removeDemo, () => navigate({ to: '/sign-in' }))
    if (!ok) setIsRemoving(false)
  }

  if (!data?.isDemo) return null
  return (
    <>
      <span className={classes.mark}>{` · ${demo.marked} · `}</span>
      <UnstyledButton className={classes.remove} onClick={dialog.open} disabled={isRemoving}>
        {demo.remove}
      </UnstyledButton>
      <ConfirmDialog
        opened={isAsking}
        title={demo.removeTitle}
        action={demo.removeAction}
        back={demo.keep}
        isDestructive
        isPending={isRemoving}
        onConfirm={() => void remove()}
        onClose={dialog.close}
      >
        <Text size="sm">{demo.removeText}</Text>
      </ConfirmDialog>
    </>
  )
}

const removeDemo = () =>
  client.demo.remove.mutate({}).then(
    () => ({ ok: true as const, answer: undefined }),
    (error: unknown) => {
      notify.error({ title: demo.removeFailed, message: readProblem(error).detail })
      return { ok: false as const, failure: { code: undefined, status: 0 } }
    },
  )
