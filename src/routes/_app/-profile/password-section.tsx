import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { Section } from '#client/components/section.tsx'
import { config } from '#client/lib/config.ts'
import { type FieldErrors, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { changePassword } from '#client/lib/session/own-auth.ts'
import { profile } from '#client/texts/en/profile.ts'
import { FailureAlert } from './failure-alert.tsx'

const texts = profile.change

const MIN_LENGTH = 8

type Values = { current: string; next: string; endOthers: boolean }

const check = ({ current, next }: Values): FieldErrors<Values> => ({
  ...(!current && { current: profile.missingPassword }),
  ...(!next && { next: texts.missing }),
  ...(next && next.length < MIN_LENGTH && { next: texts.short }),
})

type Props = { email: string; hasPassword: boolean }

export function PasswordSection({ email, hasPassword }: Props) {
  return (
    <Section title={texts.title}>
      {hasPassword ? <ChangeForm email={email} /> : <NoPassword />}
    </Section>
  )
}

function NoPassword() {
  return (
    <Text size="sm">
      {texts.none}
      {config.hasMail && (
        <>
          {' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/forgot-password" search={{}} {...props} />}
          >
            {texts.noneMail}
          </Anchor>
        </>
      )}
    </Text>
  )
}

function ChangeForm({ email }: { email: string }) {
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm<Values>({ initial: { current: '', next: '', endOthers: true }, check })

  const { question } = useUnsavedChanges(form.isDirty)

  const submit = form.onSubmit(
    async ({ current, next, endOthers }) => {
      const outcome = await changePassword({
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: endOthers,
      })
      if (outcome.ok) {
        form.reset()
        notify.success(texts.done)
      } else if (outcome.failure.code === 'INVALID_PASSWORD') {
        form.refuse({ current: profile.failures.INVALID_PASSWORD })
      } else setFailure(outcome.failure)
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
      {question}
      <Stack gap="md">
        {failure && <FailureAlert failure={failure} />}
        {/* Identifies the account for password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="current"
          label={texts.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': profile.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          {...form.input('current')}
        />
        <PasswordInput
          name="next"
          label={texts.next}
          description={texts.nextHelp}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': profile.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          {...form.input('next')}
        />
        <Checkbox
          label={texts.endOthers}
          checked={form.values.endOthers}
          onChange={({ currentTarget }) => form.set({ endOthers: currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={form.isSending}>
            {form.isSending ? texts.submitting : texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
