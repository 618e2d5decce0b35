import { Button, Group, NativeSelect, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { isLiveMode } from '#client/lib/mode.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { CustomerMails as Mails } from '#server/features/merchants/merchants.schema.ts'
import { mailLanguages } from '#server/shared/language.ts'

const texts = settings.customerMails

/** The setting for mails to customers and their language: owners edit it, staff read it. */
export function CustomerMails() {
  const mails = trpc.merchant.customerMails.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [mails, role].find(({ error, data }) => error && !data)
  return (
    <Section title={texts.title} text={mails.data ? textOf(mails.data) : texts.text}>
      {failed?.error ? (
        <ErrorState
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : !mails.data || !role.data ? (
        <Skeleton height="9rem" aria-busy />
      ) : role.data.role === 'owner' ? (
        <MailsForm mails={mails.data} />
      ) : (
        <Text size="sm">{wordsOf(mails.data)}</Text>
      )}
    </Section>
  )
}

const textOf = ({ server }: Mails): string =>
  [texts.text, ...(isLiveMode ? [] : [texts.testOnly]), texts.servers[server]].join(' ').trim()

const wordsOf = ({ isOn, language }: Mails): string =>
  isOn ? texts.on(texts.languages[language]) : texts.off

type Values = Pick<Mails, 'isOn' | 'language'>

const valuesOf = ({ isOn, language }: Mails): Values => ({ isOn, language })

const languageOptions = mailLanguages.map((value) => ({ value, label: texts.languages[value] }))

function MailsForm({ mails }: { mails: Mails }) {
  const saved = valuesOf(mails)
  const form = useForm<Values>({ initial: saved })
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.merchant.changeCustomerMails.useMutation({
    onSuccess: (response) => {
      utils.merchant.customerMails.setData(undefined, response)
      form.startFrom(valuesOf(response))
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  const submit = form.onSubmit((values) => mutate(values), { isPending })
  return (
    <form aria-label={texts.title} noValidate onSubmit={submit}>
      <Stack gap="md">
        <Switch
          label={texts.switchLabel}
          description={texts.switchHelp}
          checked={form.values.isOn}
          onChange={({ currentTarget }) => form.set({ isOn: currentTarget.checked })}
        />
        <NativeSelect
          label={texts.language}
          data={languageOptions}
          value={form.values.language}
          onChange={({ currentTarget }) =>
            form.set({ language: currentTarget.value === 'it' ? 'it' : 'en' })
          }
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={isPending || !form.isDirty}>
            {isPending ? texts.saving : texts.save}
          </Button>
        </Group>
      </Stack>
      {question}
    </form>
  )
}
