import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { verifyCode } from '../../lib/auth.ts'
import type { AuthFailure } from '../../lib/auth-call.ts'
import { auth } from '../../texts/auth.ts'
import { authMore } from '../../texts/auth-more.ts'
import { AuthAlert } from './auth-alert.tsx'

const texts = authMore.secondStep

/** After these the password has to be given again. */
const over = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])

type Props = {
  staysHere: boolean
  onDone: () => void
  onRestart: (reason?: AuthFailure) => void
}

export function SecondStepForm({ staysHere, onDone, onRestart }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure>()
  const [isPending, setIsPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const refuse = (reason: AuthFailure) => {
    if (reason.code && over.has(reason.code)) {
      onRestart(reason)
      return
    }
    setFailure(reason)
    field.current?.select()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const data = new FormData(event.currentTarget)
    const code = String(data.get('code') ?? '').replaceAll(/\s/g, '')
    const isComplete = isRecovery ? code !== '' : /^\d{6}$/.test(code)
    setFailure(undefined)
    setError(isComplete ? undefined : isRecovery ? texts.missingRecovery : texts.missing)
    if (!isComplete) {
      field.current?.focus()
      return
    }
    setIsPending(true)
    const trustDevice = data.get('trust') !== null
    const outcome = await verifyCode({ code, isRecovery, trustDevice }, { staysHere })
    setIsPending(false)
    if (outcome.ok) onDone()
    else refuse(outcome.failure)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {isRecovery ? texts.recoveryHelp : texts.help}
          </Text>
        </div>
        {failure && <AuthAlert failure={failure} />}
        <CodeField key={String(isRecovery)} field={field} isRecovery={isRecovery} error={error} />
        <Checkbox name="trust" label={texts.trust} />
        <Button type="submit" size="md" fullWidth disabled={isPending}>
          {isPending ? auth.pending : texts.submit}
        </Button>
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => {
              setError(undefined)
              setFailure(undefined)
              setIsRecovery(!isRecovery)
            }}
          >
            {isRecovery ? texts.toApp : texts.toRecovery}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => onRestart()}
          >
            {auth.backToSignIn}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}

type FieldProps = {
  field: RefObject<HTMLInputElement | null>
  isRecovery: boolean
  error: string | undefined
}

function CodeField({ field, isRecovery, error }: FieldProps) {
  useEffect(() => field.current?.focus(), [field])
  return (
    <TextInput
      ref={field}
      name="code"
      label={isRecovery ? texts.recoveryCode : texts.code}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      size="md"
      maxLength={isRecovery ? 40 : 12}
      error={error}
    />
  )
}
