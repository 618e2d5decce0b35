import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { requestPasswordReset } from '../lib/auth.ts'
import type { AuthFailure } from '../lib/auth-call.ts'
import { config, isDevelopment } from '../lib/config.ts'
import { auth } from '../texts/auth.ts'
import { authMore } from '../texts/auth-more.ts'
import { embeddedOnly } from './-auth/embedded-only.ts'
import { AuthAlert } from './-auth/auth-alert.tsx'
import { AuthFrame, BackToSignIn } from './-auth/auth-frame.tsx'
import { readAuthSearch } from './-auth/auth-search.ts'
import { EmailField } from './-auth/credentials-form.tsx'
import { checkEmail } from './-auth/credentials.ts'

const texts = authMore.forgot

export const Route = createFileRoute('/forgot-password')({
  validateSearch: readAuthSearch,
  beforeLoad: embeddedOnly,
  component: ForgotPasswordPage,
})

function ForgotPasswordPage() {
  const { redirect } = Route.useSearch()
  const [asked, setAsked] = useState<string>()
  return (
    <AuthFrame texts={texts} below={<BackToSignIn redirect={redirect} />}>
      {!config.hasMail ? (
        <Text>{texts.unavailable}</Text>
      ) : asked === undefined ? (
        <AddressForm onAsked={setAsked} />
      ) : (
        <Asked email={asked} onAgain={() => setAsked(undefined)} />
      )}
    </AuthFrame>
  )
}

function AddressForm({ onAsked }: { onAsked: (email: string) => void }) {
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure>()
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const found = checkEmail(email)
    setError(found)
    setFailure(undefined)
    if (found) {
      form.current?.querySelector('input')?.focus()
      return
    }
    setIsPending(true)
    const outcome = await requestPasswordReset(email)
    setIsPending(false)
    if (outcome.ok) onAsked(email)
    else setFailure(outcome.failure)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && <AuthAlert failure={failure} />}
        <EmailField autoComplete="username" error={error} />
        <Button type="submit" size="md" fullWidth disabled={isPending} mt="xs">
          {isPending ? auth.pending : texts.submit}
        </Button>
      </Stack>
    </form>
  )
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Stack gap="md">
      <Title order={2} ref={title} tabIndex={-1}>
        {texts.doneTitle}
      </Title>
      <Text>{texts.done(email)}</Text>
      <Text size="sm" c="dimmed">
        {isDevelopment ? texts.development : authMore.checkMail.help}
      </Text>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={onAgain}>
        {texts.again}
      </Anchor>
    </Stack>
  )
}
