import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { AmountField } from '#client/components/amount-field.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatMoney, writtenAmount } from '#client/lib/words/format.ts'
import { typedAmount } from '#client/lib/words/typed-amount.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { DisputeSettings } from '#server/features/disputes/disputes.schema.ts'
import {
  MAX_ACCEPTANCE_HOURS,
  MIN_ACCEPTANCE_HOURS,
} from '#server/shared/disputes/acceptance-hours.ts'

const texts = disputePages.rule

type Rule = DisputeSettings['acceptance']

/** The rule that accepts disputes of small amounts: owners set it, staff read it. */
export function DisputeRule({ isOwner }: { isOwner: boolean }) {
  const query = trpc.disputes.settings.useQuery()
  const rule = query.data?.acceptance
  return (
    <Section title={texts.title} id="dispute-rule" text={texts.text}>
      {rule !== undefined ? (
        isOwner ? (
          <RuleForm rule={rule} />
        ) : (
          <Text size="sm">
            {rule
              ? texts.on(formatMoney(rule.upTo, rule.currency), String(rule.afterHours))
              : texts.off}
          </Text>
        )
      ) : query.error ? (
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton height="6rem" aria-busy />
      )}
    </Section>
  )
}

type Values = { upTo: string; hours: string }

const valuesOf = (rule: Rule): Values => ({
  upTo: rule ? writtenAmount(rule.upTo, rule.currency) : '',
  hours: String(rule?.afterHours ?? 48),
})

/** Returns a text's number of hours; undefined when it is not a number, or outside the limits of the rule. */
function hoursOf(text: string): number | undefined {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return hours >= MIN_ACCEPTANCE_HOURS && hours <= MAX_ACCEPTANCE_HOURS ? hours : undefined
}

function RuleForm({ rule }: { rule: Rule }) {
  const { merchant } = useSignedIn()
  const currency = rule?.currency ?? merchant.currency
  const saved = valuesOf(rule)
  const form = useForm<Values>({
    initial: saved,
    check: ({ upTo, hours }) => ({
      ...(!isBlank(upTo) && typedAmount(upTo, currency) === undefined && { upTo: texts.noAmount }),
      ...(hoursOf(hours) === undefined && {
        hours: texts.noHours(MIN_ACCEPTANCE_HOURS, MAX_ACCEPTANCE_HOURS),
      }),
    }),
  })
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.disputes.changeSettings.useMutation({
    onSuccess: (response) => {
      utils.disputes.settings.setData(undefined, response)
      form.startFrom(valuesOf(response.acceptance))
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  const submit = form.onSubmit(
    ({ upTo, hours }) => {
      const amount = typedAmount(upTo, currency)
      const afterHours = hoursOf(hours) ?? MIN_ACCEPTANCE_HOURS
      mutate({ acceptance: amount === undefined ? null : { upTo: amount, afterHours } })
    },
    { isPending },
  )
  return (
    <form aria-label={texts.title} noValidate onSubmit={submit}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountField
            label={texts.upTo}
            currency={currency}
            understood={texts.understood}
            help={texts.none}
            {...form.input('upTo')}
            onChange={(upTo) => form.set({ upTo })}
          />
          <TextInput
            label={texts.hours}
            description={texts.hoursHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            {...form.input('hours')}
          />
        </SimpleGrid>
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
