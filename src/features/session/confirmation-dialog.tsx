import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { config } from '../../lib/config.ts'
import { readProblem } from '../../lib/problem.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { confirmation as texts } from '../../texts/confirmation.ts'
import { trpc } from '../../trpc.ts'

type Props = { onAnswer: (isConfirmed: boolean) => void; onSignInAgain: (href: string) => void }

export function ConfirmationDialog({ onAnswer, onSignInAgain }: Props) {
  useFocusBack()
  const { href } = useLocation()
  const isEmbedded = config.identity === 'embedded'
  const methods = trpc.identity.methods.useQuery(undefined, { enabled: isEmbedded })
  const [isRefused, setIsRefused] = useState(false)
  const cancel = () => onAnswer(false)
  const hasNoPassword = isRefused || methods.data?.hasPassword === false

  return (
    <Modal
      opened
      onClose={cancel}
      title={
        <Text component="span" fw={600}>
          {texts.title}
        </Text>
      }
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
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
    </Modal>
  )
}

type FormProps = { onConfirmed: () => void; onNoPassword: () => void; onCancel: () => void }

function PasswordForm({ onConfirmed, onNoPassword, onCancel }: FormProps) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // Not the dialog's first focus: it may have opened before it was known what to ask.
  useEffect(() => field.current?.focus(), [])
  const refuse = (message: string) => {
    setError(message)
    field.current?.select()
    field.current?.focus()
  }
  const { mutate, isPending } = trpc.identity.confirm.useMutation({
    onSuccess: onConfirmed,
    onError: (failure) => {
      const { reason, detail } = readProblem(failure)
      if (reason === 'no_password') onNoPassword()
      else refuse(reason === 'password_wrong' ? texts.wrong : detail)
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password) mutate({ password })
    else refuse(texts.missing)
  }

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
          error={error}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.submit}
          </Button>
        </Group>
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
