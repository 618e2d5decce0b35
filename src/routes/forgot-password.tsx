import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { config, isDevelopment } from '../lib/config.ts'
import { useForm } from '../lib/hooks/use-form.ts'
import { requestPasswordReset } from '../lib/session/auth.ts'
import type { AuthFailure } from '../lib/session/auth-call.ts'
import { auth } from '../texts/en/auth.ts'
import { authMore } from '../texts/en/auth-more.ts'
import { AuthAlert } from './-auth/auth-alert.tsx'
import { AuthFrame, BackToSignIn } from './-auth/auth-frame.tsx'
import { embeddedOnly, readAuthSearch } from './-auth/auth-search.ts'
import { checkEmail } from './-auth/credentials.ts'
import { EmailField } from './-auth/credentials-form.tsx'

export const Route = createFileRoute('/forgot-password')({
  validateSearch: readAuthSearch,
  beforeLoad: embeddedOnly,
  component: ForgotPasswordPage,
})

const texts = authMore.forgot

function ForgotPasswordPage() {
  const { redirect } = Route.useSearch()
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AuthFrame texts={texts} below={<BackToSignIn redirect={redirect} />}>
      {!config.hasMail ? (
        <Text>{texts.unavailable}</Text>
      ) : sentTo === undefined ? (
        <EmailForm onSent={setSentTo} />
      ) : (
        <LinkSent email={sentTo} onAgain={() => setSentTo(undefined)} />
      )}
    </AuthFrame>
  )
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: checkEmail(email) }),
  })

  const submit = form.onSubmit(
    async (values) => {
      const email = values.email.trim()
      const outcome = await requestPasswordReset(email)
      if (outcome.ok) onSent(email)
      else setFailure(outcome.failure)
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && <AuthAlert failure={failure} />}
        <EmailField autoComplete="username" {...form.input('email')} />
        <Button type="submit" size="md" fullWidth disabled={form.isSending} mt="xs">
          {form.isSending ? auth.pending : texts.submit}
        </Button>
      </Stack>
    </form>
  )
}

function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
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
