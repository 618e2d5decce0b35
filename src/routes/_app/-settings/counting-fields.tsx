import { NativeSelect, Select, SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import { currencies } from '#server/shared/money.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { settings } from '../../../texts/settings.ts'
import type { BusinessFormState } from './business-form.tsx'

const texts = settings.business
const { fields } = texts

const TICK_MS = 15_000

const currencyOptions = currencies.map((value) => ({ value, label: texts.currencies[value] }))

/** Every zone that the browser knows; UTC and the one in use are not always among them. */
function zonesWith(current: string) {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  return [...known].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

export function CountingFields({ form }: { form: BusinessFormState }) {
  const now = useNow(TICK_MS)
  const { timezone } = form.values
  const zones = useMemo(() => zonesWith(timezone), [timezone])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={fields.currency}
        description={texts.currencyHelp}
        data={currencyOptions}
        {...form.getInputProps('currency')}
      />
      <Select
        label={fields.timezone}
        description={texts.timeThere(formatDateTime(now, timezone))}
        data={zones}
        searchable
        allowDeselect={false}
        nothingFoundMessage={texts.noZone}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('timezone')}
        onChange={(value) => value && form.setFieldValue('timezone', value)}
      />
    </SimpleGrid>
  )
}
