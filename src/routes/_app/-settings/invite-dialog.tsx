import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { issuesOf } from '#client/lib/schema-issues.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import {
  type CreatedInvitation,
  NewInvitation,
  type TeamRole,
} from '#server/features/team/team.schema.ts'
import classes from './settings.module.css'

const { team } = settings
const texts = team.invite

// Staff comes first, because full access is needed less often.
const roleOptions = (['staff', 'accountant', 'owner'] as const).map((value) => ({
  value,
  label: team.roles[value],
}))

type Values = { role: TeamRole; email: string }

const invitationOf = ({ role, email }: Values) => ({ role, email: email.trim() || null })

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initial: { role: 'staff', email: '' },
    // A single message for every problem with the e-mail address.
    check: (values) =>
      issuesOf(NewInvitation, invitationOf(values)).length > 0 ? { email: texts.badEmail } : {},
  })
  const { mutate, data, isPending } = trpc.team.invite.useMutation({
    onError: (error) => {
      if (isConfirmationDeclined(error)) return
      const { issues, detail } = readProblem(error)
      if (issues.some(({ path }) => path === 'email')) form.refuse({ email: texts.badEmail })
      else notify.error({ title: team.failed, message: detail })
    },
  })
  if (data) {
    return (
      <Dialog title={texts.doneTitle} onClose={undefined}>
        <LinkStep invitation={data} onDone={onClose} />
      </Dialog>
    )
  }
  const submit = form.onSubmit((values) => mutate(invitationOf(values)), { isPending })
  return (
    <Dialog title={texts.title} onClose={isPending ? undefined : onClose}>
      <InviteForm form={form} isPending={isPending} onSubmit={submit} onCancel={onClose} />
    </Dialog>
  )
}

type FormProps = {
  form: Form<Values>
  isPending: boolean
  onSubmit: ReturnType<Form<Values>['onSubmit']>
  onCancel: () => void
}

function InviteForm({ form, isPending, onSubmit, onCancel }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <Stack gap="md">
        <NativeSelect
          label={texts.role}
          description={texts.roleHelp[form.values.role]}
          data={roleOptions}
          data-autofocus
          {...form.input('role')}
        />
        <TextInput
          label={texts.email}
          description={texts.emailHelp}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.input('email')}
        />
        <DialogButtons texts={texts} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

type Props = { invitation: CreatedInvitation; onDone: () => void }

/** Shows the link, which is shown only once. */
function LinkStep({ invitation: { link, email, expiresAt, delivery }, onDone }: Props) {
  const clipboard = useClipboard({ timeout: 2000 })
  const { timezone } = useSignedIn().merchant
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isUnsent = delivery === 'limited'
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Stack gap="md">
      <Text size="sm" role={isUnsent ? 'alert' : undefined}>
        {texts.delivered[delivery](email ?? '')}
      </Text>
      <TextInput
        ref={field}
        label={texts.link}
        readOnly
        className={classes.link}
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {clipboard.error && (
        <Text size="sm" role="alert">
          {texts.notCopied}
        </Text>
      )}
      <Text size="sm" c="dimmed" component="div">
        {email !== null && <div>{texts.onlyFor(email)}</div>}
        {team.expires} <DateText at={expiresAt} timezone={timezone} />
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {texts.done}
        </Button>
        <Button leftSection={<Icon size={16} aria-hidden />} onClick={() => clipboard.copy(link)}>
          <span aria-live="polite">{clipboard.copied ? texts.copied : texts.copy}</span>
        </Button>
      </Group>
    </Stack>
  )
}
