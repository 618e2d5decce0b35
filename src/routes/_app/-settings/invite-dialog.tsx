import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type NewInvitation, TeamRole } from '#server/features/team/team.schema.ts'
import { DialogButtons } from '../../../components/dialog-buttons.tsx'
import { DialogFrame } from '../../../components/dialog-frame.tsx'
import { isGivenUp } from '../../../lib/confirmation.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { settings } from '../../../texts/settings.ts'
import { trpc } from '../../../trpc.ts'
import { LinkStep } from './link-step.tsx'

const { team } = settings
const texts = team.invite

// Staff first: giving away everything is the rarer wish.
const roleOptions = (['staff', 'owner'] as const).map((value) => ({
  value,
  label: team.roles[value],
}))

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [badEmail, setBadEmail] = useState(false)
  const { mutate, data, isPending } = trpc.team.invite.useMutation({
    onError: (error) => {
      if (isGivenUp(error)) return
      const { issues, detail } = readProblem(error)
      if (issues.some(({ path }) => path === 'email')) setBadEmail(true)
      else notify.error({ title: team.failed, message: detail })
    },
  })
  if (data) {
    return (
      <DialogFrame title={texts.doneTitle} onClose={undefined}>
        <LinkStep invitation={data} onDone={onClose} />
      </DialogFrame>
    )
  }
  return (
    <DialogFrame title={texts.title} onClose={isPending ? undefined : onClose}>
      <InviteForm
        isPending={isPending}
        isEmailBad={badEmail}
        onSubmit={(input) => {
          const isBad = Boolean(input.email) && !/^\S+@\S+\.\S+$/.test(input.email ?? '')
          setBadEmail(isBad)
          if (!isBad) mutate(input)
        }}
        onCancel={onClose}
      />
    </DialogFrame>
  )
}

type FormProps = {
  isPending: boolean
  isEmailBad: boolean
  onSubmit: (input: NewInvitation) => void
  onCancel: () => void
}

function InviteForm({ isPending, isEmailBad, onSubmit, onCancel }: FormProps) {
  const [role, setRole] = useState<TeamRole>('staff')
  const email = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    onSubmit({ role, email: email.current?.value.trim() || null })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={texts.title}>
      <Stack gap="md">
        <NativeSelect
          label={texts.role}
          description={texts.roleHelp[role]}
          data={roleOptions}
          value={role}
          data-autofocus
          onChange={({ currentTarget }) => setRole(TeamRole.parse(currentTarget.value))}
        />
        <TextInput
          ref={email}
          label={texts.email}
          description={texts.emailHelp}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={isEmailBad && texts.badEmail}
        />
        <DialogButtons texts={texts} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
