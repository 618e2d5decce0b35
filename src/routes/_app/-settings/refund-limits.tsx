import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { AmountField } from '#client/components/amount-field.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatAmount, writtenAmount } from '#client/lib/words/format.ts'
import { typedAmount } from '#client/lib/words/typed-amount.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { RefundLimits as Limits } from '#server/features/merchants/merchants.schema.ts'

const texts = settings.refundLimits

/** The refund limits for staff, above which an owner must approve: owners edit them, staff read them. */
export function RefundLimits({ isOwner }: { isOwner: boolean }) {
  const limits = trpc.merchant.refundLimits.useQuery()
  return (
    <Section title={texts.title} id="refund-limits" text={texts.text}>
      {limits.data ? (
        isOwner ? (
          <LimitsForm limits={limits.data} />
        ) : (
          <Text size="sm">{wordsOf(limits.data)}</Text>
        )
      ) : limits.error ? (
        <ErrorState
          error={limits.error}
          onRetry={() => void limits.refetch()}
          isRetrying={limits.isFetching}
        />
      ) : (
        <Skeleton height="4rem" aria-busy />
      )}
    </Section>
  )
}

function wordsOf({ currency, staffRefundLimit: one, staffRefundDayLimit: day }: Limits): string {
  if (one === null && day === null) return texts.unlimited
  return [
    one === null ? texts.noneForOne : texts.forOne(formatAmount(one, currency)),
    day === null ? texts.noneForDay : texts.forDay(formatAmount(day, currency)),
  ].join(' ')
}

type Values = { one: string; day: string }

function valuesOf({ staffRefundLimit, staffRefundDayLimit, currency }: Limits): Values {
  const written = (limit: string | null) => (limit === null ? '' : writtenAmount(limit, currency))
  return { one: written(staffRefundLimit), day: written(staffRefundDayLimit) }
}

function LimitsForm({ limits }: { limits: Limits }) {
  const { currency } = limits
  const saved = valuesOf(limits)
  const isBlankOrAmount = (text: string) =>
    isBlank(text) || typedAmount(text, currency) !== undefined
  const form = useForm<Values>({
    initial: saved,
    check: ({ one, day }) => ({
      ...(!isBlankOrAmount(one) && { one: texts.notAnAmount }),
      ...(!isBlankOrAmount(day) && { day: texts.notAnAmount }),
    }),
  })
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.merchant.changeRefundLimits.useMutation({
    onSuccess: (response) => {
      utils.merchant.refundLimits.setData(undefined, response)
      form.startFrom(valuesOf(response))
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  const limitOf = (text: string) => (isBlank(text) ? null : (typedAmount(text, currency) ?? null))
  const submit = form.onSubmit(
    ({ one, day }) => mutate({ staffRefundLimit: limitOf(one), staffRefundDayLimit: limitOf(day) }),
    { isPending },
  )
  return (
    <form aria-label={texts.title} noValidate onSubmit={submit}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AmountField
            label={texts.one}
            currency={currency}
            understood={texts.forOne}
            help={texts.noneForOne}
            {...form.input('one')}
            onChange={(one) => form.set({ one })}
          />
          <AmountField
            label={texts.day}
            currency={currency}
            understood={texts.forDay}
            help={texts.noneForDay}
            {...form.input('day')}
            onChange={(day) => form.set({ day })}
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
