import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { profile } from '../../../texts/profile.ts'
import { trpc } from '../../../trpc.ts'
import { Section } from '../../../components/section.tsx'

const texts = profile.person

type Errors = { firstName?: string; lastName?: string }

export function PersonSection({ user }: { user: CurrentUser }) {
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const refuse = (found: Errors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }
  const { mutate, isPending } = trpc.identity.rename.useMutation({
    onSuccess: (_, { firstName, lastName }) =>
      notify.success(texts.done([firstName, lastName].join(' ').trim())),
    onError: (error) => {
      const { detail, issues } = readProblem(error)
      const refused = issues.filter(({ path }) => path === 'firstName' || path === 'lastName')
      refuse(Object.fromEntries(refused.map(({ path, message }) => [path, message])))
      if (refused.length === 0) notify.error({ title: profile.failed, message: detail })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const data = new FormData(event.currentTarget)
    const firstName = String(data.get('firstName') ?? '').trim()
    const lastName = String(data.get('lastName') ?? '').trim()
    refuse(firstName ? {} : { firstName: texts.missing })
    if (firstName) mutate({ firstName, lastName })
  }

  return (
    <Section title={texts.title}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              name="firstName"
              label={texts.firstName}
              defaultValue={user.firstName}
              autoComplete="given-name"
              required
              withAsterisk={false}
              maxLength={100}
              error={errors.firstName}
            />
            <TextInput
              name="lastName"
              label={texts.lastName}
              defaultValue={user.lastName}
              autoComplete="family-name"
              maxLength={99}
              error={errors.lastName}
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
