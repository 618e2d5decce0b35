import { Button, CopyButton, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import type { AuthFailure, Outcome } from '#client/lib/session/auth-call.ts'
import {
  beginSecondStep,
  createRecoveryCodes,
  endSecondStep,
  type NewSecondStep,
} from '#client/lib/session/own-auth.ts'
import { profile } from '#client/texts/en/profile.ts'
import { FailureAlert } from './failure-alert.tsx'
import classes from './profile.module.css'
import { ScanStep } from './scan-step.tsx'

const texts = profile.secondStep

/**
 * The dialog's action: turn the second step of signing in on ('begin') or off ('end'), or create new recovery
 * codes ('again').
 */
export type Purpose = 'begin' | 'end' | 'again'

type Props = { purpose: Purpose; email: string; onClose: () => void }

export function SecondStepDialog({ purpose, email, onClose }: Props) {
  const [setup, setSetup] = useState<NewSecondStep>()
  const [codes, setCodes] = useState<readonly string[]>()
  const isBeginning = purpose === 'begin'

  return (
    <Dialog
      title={codes ? texts.codes.title : texts[purpose].title}
      // Cannot be closed, because the recovery codes would be lost.
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <RecoveryCodes
          email={email}
          codes={codes}
          note={isBeginning ? texts.codes.isOn : undefined}
          onDone={onClose}
        />
      ) : setup ? (
        <ScanStep uri={setup.uri} onDone={() => setCodes(setup.recoveryCodes)} onCancel={onClose} />
      ) : isBeginning ? (
        <PasswordPrompt
          text={texts.begin.text}
          action={texts.continue}
          onSubmit={beginSecondStep}
          onDone={setSetup}
          onCancel={onClose}
        />
      ) : purpose === 'again' ? (
        <PasswordPrompt
          text={texts.again.text}
          action={texts.again.submit}
          onSubmit={createRecoveryCodes}
          onDone={setCodes}
          onCancel={onClose}
        />
      ) : (
        <PasswordPrompt
          text={texts.end.text}
          action={texts.turnOff}
          back={texts.end.back}
          isDestructive
          onSubmit={endSecondStep}
          onDone={() => {
            notify.success(texts.end.done)
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

type PasswordPromptProps<T> = {
  text: string
  action: string
  back?: string
  isDestructive?: boolean
  onSubmit: (password: string) => Promise<Outcome<T>>
  onDone: (response: T) => void
  onCancel: () => void
}

/** Asks for the password inside a dialog, because the action requires it. */
function PasswordPrompt<T>(props: PasswordPromptProps<T>) {
  const { text, action, back = profile.cancel, isDestructive, onSubmit, onDone, onCancel } = props
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: profile.missingPassword }),
  })

  const submit = form.onSubmit(
    async ({ password }) => {
      const outcome = await onSubmit(password)
      if (outcome.ok) onDone(outcome.data)
      else if (outcome.failure.code === 'INVALID_PASSWORD') {
        form.refuse({ password: profile.failures.INVALID_PASSWORD })
        form.select('password')
      } else setFailure(outcome.failure)
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {failure && <FailureAlert failure={failure} />}
        <PasswordInput
          data-autofocus
          name="password"
          label={profile.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': profile.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          {...form.input('password')}
        />
        <DialogButtons
          texts={{ cancel: back, submit: action }}
          isPending={form.isSending}
          isDestructive={isDestructive}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

const codesTexts = profile.secondStep.codes

type RecoveryCodesProps = {
  email: string
  codes: readonly string[]
  note?: string
  onDone: () => void
}

/** Shows the recovery codes, which are shown only once. */
function RecoveryCodes({ email, codes, note, onDone }: RecoveryCodesProps) {
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  const list = codes.join('\n')
  return (
    <Stack gap="md">
      <div ref={start} tabIndex={-1}>
        {note && <Text mb="xs">{note}</Text>}
        <Text size="sm">{codesTexts.text}</Text>
      </div>
      <ul className={classes.codes} aria-label={codesTexts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton value={list} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
            >
              <span aria-live="polite">{copied ? codesTexts.copied : codesTexts.copy}</span>
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(`${codesTexts.fileTitle(email)}\n\n${list}\n`)}
        >
          {codesTexts.download}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{codesTexts.done}</Button>
      </Group>
    </Stack>
  )
}

function saveFile(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = codesTexts.fileName
  link.click()
  URL.revokeObjectURL(url)
}
