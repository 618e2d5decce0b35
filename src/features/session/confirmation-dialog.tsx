import { Button, Group, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { config } from '#client/lib/config.ts'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { readProblem } from '#client/lib/problem.ts'
import { confirmation as texts } from '#client/texts/en/confirmation.ts'
import { trpc } from '#client/trpc.ts'

type Props = { onAnswer: (isConfirmed: boolean) => void; onSignInAgain: (href: string) => void }

export function ConfirmationDialog({ onAnswer, onSignInAgain }: Props) {
  const { href } = useLocation()
  const isEmbedded = config.identity === 'embedded'
  const methods = trpc.identity.methods.useQuery(undefined, { enabled: isEmbedded })
  const [isRefused, setIsRefused] = useState(false)
  const cancel = () => onAnswer(false)
  const hasNoPassword = isRefused || methods.data?.hasPassword === false

  return (
    <Dialog title={texts.title} onClose={cancel}>
      {!isEmbedded ? (
        <Unreachable onClose={cancel} />
      ) : hasNoPassword ? (
        <SignInAgain
          onCancel={cancel}
          onSignInAgain={() => {
            cancel()
            onSignInAgain(href)
          }}
        />
      ) : methods.isPending ? (
        <Skeleton height="9rem" aria-busy aria-label={texts.loading} />
      ) : (
        <PasswordForm
          onConfirmed={() => onAnswer(true)}
          onNoPassword={() => setIsRefused(true)}
          onCancel={cancel}
        />
      )}
    </Dialog>
  )
}

type FormProps = { onConfirmed: () => void; onNoPassword: () => void; onCancel: () => void }

function PasswordForm({ onConfirmed, onNoPassword, onCancel }: FormProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: texts.missing }),
  })
  const field = useRef<HTMLInputElement>(null)
  // The dialog's initial focus is not enough: it may open before the question is known.
  useEffect(() => field.current?.focus(), [])
  const { mutate, isPending } = trpc.identity.confirm.useMutation({
    onSuccess: onConfirmed,
    onError: (failure) => {
      const { reason, detail } = readProblem(failure)
      if (reason === 'no_password') onNoPassword()
      else {
        form.refuse({ password: reason === 'password_wrong' ? texts.wrong : detail })
        form.select('password')
      }
    },
  })
  const submit = form.onSubmit((input) => mutate(input), { isPending })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.text}</Text>
        <PasswordInput
          ref={field}
          name="password"
          label={texts.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          {...form.input('password')}
        />
        <DialogButtons texts={texts} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

type AgainProps = { onCancel: () => void; onSignInAgain: () => void }

function SignInAgain({ onCancel, onSignInAgain }: AgainProps) {
  const action = useRef<HTMLButtonElement>(null)
  useEffect(() => action.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text size="sm">{texts.signInAgainText}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button ref={action} onClick={onSignInAgain}>
          {texts.signInAgain}
        </Button>
      </Group>
    </Stack>
  )
}

function Unreachable({ onClose }: { onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">{texts.unreachableText}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  )
}
