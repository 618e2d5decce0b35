import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { AuthFailure } from '../../../lib/auth-call.ts'
import { config } from '../../../lib/config.ts'
import { notify } from '../../../lib/notify.tsx'
import { changePassword } from '../../../lib/own-auth.ts'
import { profile } from '../../../texts/profile.ts'
import { FailureAlert } from './failure-alert.tsx'
import { Section } from '../../../components/section.tsx'

const texts = profile.change

const MIN_LENGTH = 8

type Errors = { current?: string; next?: string }

function check(current: string, next: string): Errors {
  return {
    ...(!current && { current: profile.missingPassword }),
    ...(!next && { next: texts.missing }),
    ...(next && next.length < MIN_LENGTH && { next: texts.short }),
  }
}

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
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<AuthFailure>()
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (found: Errors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const data = new FormData(event.currentTarget)
    const current = String(data.get('current') ?? '')
    const next = String(data.get('next') ?? '')
    const found = check(current, next)
    refuse(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setIsPending(true)
    const outcome = await changePassword({
      currentPassword: current,
      newPassword: next,
      revokeOtherSessions: data.get('endOthers') !== null,
    })
    setIsPending(false)
    if (outcome.ok) {
      form.current?.reset()
      notify.success(texts.done)
    } else if (outcome.failure.code === 'INVALID_PASSWORD') {
      refuse({ current: profile.failures.INVALID_PASSWORD })
    } else setFailure(outcome.failure)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && <FailureAlert failure={failure} />}
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="current"
          label={texts.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': profile.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          error={errors.current}
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
          error={errors.next}
        />
        <Checkbox name="endOthers" label={texts.endOthers} defaultChecked />
        <Group justify="flex-end">
          <Button type="submit" disabled={isPending}>
            {isPending ? texts.submitting : texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
