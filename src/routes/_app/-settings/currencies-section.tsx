import { Button, Group, MultiSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { currencyName, otherCurrencies } from '#client/lib/words/currency-names.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import { Currency } from '#server/shared/money/money.ts'

const texts = settings.business.offered

/** The additional currencies that the merchant's form and filters offer. */
export function CurrenciesSection({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch, isFetching } = trpc.merchant.currencies.useQuery()
  return (
    <Section title={texts.title} id="currencies" text={texts.text} isBusy={!data && !error}>
      {error && !data && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!error && !data && <Skeleton height="4rem" radius="md" />}
      {data &&
        (isOwner ? (
          <CurrencyChoice chosen={data.chosen} />
        ) : (
          <ChosenCurrencies chosen={data.chosen} />
        ))}
    </Section>
  )
}

type Props = { chosen: readonly Currency[] }

const ChosenCurrencies = ({ chosen }: Props) => (
  <Text size="sm">
    {chosen.length === 0 ? texts.none : chosen.map((each) => currencyName(each)).join(', ')}
  </Text>
)

const Currencies = Currency.array()

const isSame = (one: readonly Currency[], other: readonly Currency[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

function CurrencyChoice({ chosen }: Props) {
  const [draft, setDraft] = useState<Currency[]>()
  const options = useMemo(() => otherCurrencies(), [])
  const isDirty = draft !== undefined && !isSame(draft, chosen)
  const { question } = useUnsavedChanges(isDirty)
  const { mutate, isPending } = trpc.merchant.chooseCurrencies.useMutation({
    onSuccess: () => {
      setDraft(undefined)
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  return (
    <Stack gap="md">
      {question}
      <MultiSelect
        label={texts.label}
        placeholder={texts.placeholder}
        data={options}
        value={[...(draft ?? chosen)]}
        onChange={(codes) => setDraft(Currencies.parse(codes))}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={texts.noMatch}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
      />
      <Group justify="flex-end">
        <Button
          type="button"
          variant="default"
          disabled={!isDirty || isPending}
          onClick={() => draft && mutate({ currencies: draft })}
        >
          {isPending ? settings.business.saving : settings.business.save}
        </Button>
      </Group>
    </Stack>
  )
}
