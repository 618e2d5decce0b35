import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { DisputeSettings } from '#server/features/disputes/disputes.schema.ts'

const texts = settings.disputeRights

/** The right of staff to respond to disputes: owners give it, staff read it. */
export function DisputeRights({ isOwner }: { isOwner: boolean }) {
  const rights = trpc.disputes.settings.useQuery()
  return (
    <Section title={texts.title} id="dispute-rights" text={texts.text}>
      {rights.data ? (
        isOwner ? (
          <RightsForm rights={rights.data} />
        ) : (
          <Text size="sm">{rights.data.staffMayAnswer ? texts.on : texts.off}</Text>
        )
      ) : rights.error ? (
        <ErrorState
          error={rights.error}
          onRetry={() => void rights.refetch()}
          isRetrying={rights.isFetching}
        />
      ) : (
        <Skeleton height="4rem" aria-busy />
      )}
    </Section>
  )
}

type Values = Pick<DisputeSettings, 'staffMayAnswer'>

const valuesOf = ({ staffMayAnswer }: DisputeSettings): Values => ({ staffMayAnswer })

function RightsForm({ rights }: { rights: DisputeSettings }) {
  const form = useForm<Values>({ initial: valuesOf(rights) })
  useFollow(form, valuesOf(rights))
  const { question } = useUnsavedChanges(form.isDirty)
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.disputes.changeSettings.useMutation({
    onSuccess: (response) => {
      utils.disputes.settings.setData(undefined, response)
      form.startFrom(valuesOf(response))
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  return (
    <form
      aria-label={texts.title}
      noValidate
      onSubmit={form.onSubmit((values) => mutate(values), { isPending })}
    >
      <Stack gap="md">
        <Switch
          label={texts.switchLabel}
          checked={form.values.staffMayAnswer}
          onChange={({ currentTarget }) => form.set({ staffMayAnswer: currentTarget.checked })}
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
