import { Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { isAppCode, useForm, withoutSpaces } from '#client/lib/hooks/use-form.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { finishSecondStep } from '#client/lib/session/own-auth.ts'
import { profile } from '#client/texts/en/profile.ts'
import { FailureAlert } from './failure-alert.tsx'
import classes from './profile.module.css'

const texts = profile.secondStep

const keyOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? ''

/** Splits the key into groups of four, which are easier to read and type. */
const inFours = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ')

type Props = { uri: string; onDone: () => void; onCancel: () => void }

/** Shows the key to the authenticator app, and verifies a code from it. */
export function ScanStep({ uri, onDone, onCancel }: Props) {
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (isAppCode(withoutSpaces(code)) ? {} : { code: texts.scan.missing }),
  })
  const field = useRef<HTMLInputElement>(null)
  const key = keyOf(uri)
  useEffect(() => field.current?.focus(), [])

  const submit = form.onSubmit(
    async ({ code }) => {
      const outcome = await finishSecondStep(withoutSpaces(code))
      if (outcome.ok) {
        onDone()
        return
      }
      setFailure(outcome.failure)
      form.select('code')
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.scan.text}</Text>
        <QrCode text={uri} />
        <Group gap="xs" wrap="nowrap" justify="center">
          <Text size="sm" c="dimmed">
            {texts.scan.key}
          </Text>
          <Code className={classes.key}>{inFours(key)}</Code>
          <CopyIcon value={key} label={texts.scan.copyKey} />
        </Group>
        {failure && <FailureAlert failure={failure} />}
        <TextInput
          ref={field}
          name="code"
          label={texts.scan.code}
          description={texts.scan.codeHelp}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          withAsterisk={false}
          maxLength={12}
          {...form.input('code')}
        />
        <DialogButtons
          texts={{ cancel: profile.cancel, submit: texts.turnOn }}
          isPending={form.isSending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

/** Dark on light in both colour schemes, because many scanners fail on inverted codes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={profile.secondStep.scan.qr}
      shapeRendering="crispEdges"
      className={classes.qr}
    >
      <path d={path} />
    </svg>
  )
}
