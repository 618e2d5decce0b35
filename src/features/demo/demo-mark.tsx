import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { MenuOnUse } from '#client/components/menus/menu-on-use.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { endSession } from '#client/lib/session/auth.ts'
import { demo } from '#client/texts/en/demo.ts'
import { client, trpc } from '#client/trpc.ts'
import classes from './demo-mark.module.css'
import { SignOutQuestion } from './sign-out-question.tsx'

type Props = {
  /** True when the person cannot sign in again after signing out. */
  isGuest: boolean
}

/** Marks the data as invented. Deleting the demo is a menu item, which is hard to tap by mistake. */
export function DemoMark({ isGuest }: Props) {
  const { data } = trpc.demo.state.useQuery()
  return (
    <>
      {data?.isDemo && <Mark />}
      {/* Always mounted here: a server response that arrives meanwhile must not close the open dialog. */}
      {isGuest && <SignOutQuestion />}
    </>
  )
}

function Mark() {
  const [isAsking, dialog] = useDisclosure(false)
  return (
    <>
      <span className={classes.gap}>{' · '}</span>
      <MenuOnUse
        position="bottom"
        width={220}
        dropdown={{ lang: languageFor('en') }}
        target={
          <UnstyledButton className={classes.mark}>
            {demo.marked}
            <IconChevronDown size={12} aria-hidden />
          </UnstyledButton>
        }
      >
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={dialog.open}
        >
          {demo.remove}
        </Menu.Item>
      </MenuOnUse>
      {isAsking && <RemoveQuestion onClose={dialog.close} />}
    </>
  )
}

type QuestionProps = { onClose: () => void }

function RemoveQuestion({ onClose }: QuestionProps) {
  const navigate = useNavigate()
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    setIsRemoving(true)
    // Deleting the demo also deletes the guest account and its session.
    const { ok } = await endSession(removeDemo, () => navigate({ to: '/sign-in' }))
    if (!ok) setIsRemoving(false)
  }
  return (
    <ConfirmDialog
      opened
      title={demo.removeTitle}
      action={demo.removeAction}
      back={demo.keep}
      isDestructive
      isPending={isRemoving}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text size="sm">{demo.removeText}</Text>
    </ConfirmDialog>
  )
}

const removeDemo = () =>
  client.demo.remove.mutate({}).then(
    () => ({ ok: true as const, data: undefined }),
    (error: unknown) => {
      notify.error({ title: demo.removeFailed, message: readProblem(error).detail })
      return { ok: false as const, failure: { code: undefined, status: 0 } }
    },
  )
