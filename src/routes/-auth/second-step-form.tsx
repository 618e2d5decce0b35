import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Form, isAppCode, useForm, withoutSpaces } from '#client/lib/hooks/use-form.ts'
import { verifyCode } from '#client/lib/session/auth.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { auth } from '#client/texts/en/auth.ts'
import { authMore } from '#client/texts/en/auth-more.ts'
import { AuthAlert } from './auth-alert.tsx'

const texts = authMore.secondStep

/** Error codes after which the password must be entered again. */
const finalCodes = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])

type Props = {
  staysHere: boolean
  onDone: () => void
  onRestart: (reason?: AuthFailure) => void
}

export function SecondStepForm({ staysHere, onDone, onRestart }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm({
    initial: { code: '', trust: false },
    check: ({ code }) =>
      isComplete(withoutSpaces(code), isRecovery)
        ? {}
        : { code: isRecovery ? texts.missingRecovery : texts.missing },
  })

  const submit = form.onSubmit(
    async ({ code, trust }) => {
      const codeInput = { code: withoutSpaces(code), isRecovery, trustDevice: trust }
      const outcome = await verifyCode(codeInput, { staysHere })
      if (outcome.ok) {
        onDone()
        return
      }
      const { failure: reason } = outcome
      if (reason.code && finalCodes.has(reason.code)) {
        onRestart(reason)
        return
      }
      setFailure(reason)
      form.select('code')
    },
    { onTry: () => setFailure(undefined) },
  )

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
        <CodeField key={String(isRecovery)} isRecovery={isRecovery} {...form.input('code')} />
        <Checkbox
          label={texts.trust}
          checked={form.values.trust}
          onChange={({ currentTarget }) => form.set({ trust: currentTarget.checked })}
        />
        <Button type="submit" size="md" fullWidth disabled={form.isSending}>
          {form.isSending ? auth.pending : texts.submit}
        </Button>
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => {
              form.set({ code: '' })
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

type FieldProps = { isRecovery: boolean } & ReturnType<Form<{ code: string }>['input']>

const isComplete = (code: string, isRecovery: boolean) =>
  isRecovery ? code !== '' : isAppCode(code)

function CodeField({ isRecovery, ...input }: FieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
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
      {...input}
    />
  )
}
