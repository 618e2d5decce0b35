import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { profile } from '#client/texts/en/profile.ts'
import { trpc } from '#client/trpc.ts'
import { PersonName } from '#server/features/identity/identity.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondStepSection } from './second-step-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

type Props = { user: CurrentUser; timezone: string }

/** The sign-in settings under the embedded provider: name, password, second factor and sessions. */
export function EmbeddedSections({ user, timezone }: Props) {
  return (
    <>
      <PersonSection key={user.id} user={user} />
      <Methods email={user.email} />
      <SessionsSection timezone={timezone} />
    </>
  )
}

function Methods({ email }: { email: string }) {
  const { data, error, refetch, isFetching } = trpc.identity.methods.useQuery()
  if (error) {
    return (
      <Paper>
        <ErrorState
          title={profile.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (!data) {
    return (
      <>
        <Skeleton height="19rem" radius="lg" aria-busy />
        <Skeleton height="10rem" radius="lg" aria-busy />
      </>
    )
  }
  return (
    <>
      <PasswordSection email={email} hasPassword={data.hasPassword} />
      <SecondStepSection email={email} methods={data} />
    </>
  )
}

const texts = profile.person

function PersonSection({ user }: { user: CurrentUser }) {
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    check: ({ firstName }) => (isBlank(firstName) ? { firstName: texts.missing } : {}),
  })
  const { mutate, isPending } = trpc.identity.rename.useMutation({
    onSuccess: (_, { firstName, lastName }) => {
      form.startFrom({ firstName, lastName: lastName ?? '' })
      notify.success(texts.done([firstName, lastName].join(' ').trim()))
    },
    onError: (error) => {
      const { detail, issues } = readProblem(error)
      if (!markRefusedFields(form, issues)) notify.error({ title: profile.failed, message: detail })
    },
  })

  const { question } = useUnsavedChanges(form.isDirty)

  const submit = form.onSubmit(
    (values) => {
      const name = { firstName: values.firstName.trim(), lastName: values.lastName.trim() }
      if (!refusedBySchema(form, PersonName, name)) mutate(name)
    },
    { isPending },
  )

  return (
    <Section title={texts.title}>
      {question}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              name="firstName"
              label={texts.firstName}
              autoComplete="given-name"
              required
              withAsterisk={false}
              maxLength={100}
              {...form.input('firstName')}
            />
            <TextInput
              name="lastName"
              label={texts.lastName}
              autoComplete="family-name"
              maxLength={99}
              {...form.input('lastName')}
            />
          </SimpleGrid>
          <TextInput
            label={texts.email}
            description={texts.emailHelp}
            value={user.email}
            readOnly
            variant="filled"
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={isPending}>
              {isPending ? texts.submitting : texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
