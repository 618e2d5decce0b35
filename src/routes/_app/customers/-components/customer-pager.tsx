import { Button, Group, Text } from '@mantine/core'
import type { CustomerPage } from '#server/features/customers/customers.schema.ts'
import {
  customerPageCount,
  CUSTOMERS_PER_PAGE,
} from '../../../../features/customers/customer-search.ts'
import { formatCount } from '../../../../lib/format.ts'
import { customers } from '../../../../texts/customers.ts'

type Props = { page: number; result: CustomerPage; onPage: (page: number) => void }

export function CustomerPager({ page, result, onPage }: Props) {
  const { data, total, totalExact } = result
  const from = (page - 1) * CUSTOMERS_PER_PAGE + 1
  return (
    <Group justify="space-between" gap="sm" pt="md">
      <Text size="sm" c="dimmed" role="status">
        {customers.showing(
          formatCount(from),
          formatCount(from + data.length - 1),
          `${formatCount(total)}${totalExact ? '' : '+'}`,
        )}
      </Text>
      <Group component="nav" aria-label={customers.pages} gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {customers.previous}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={page >= customerPageCount(total)}
          onClick={() => onPage(page + 1)}
        >
          {customers.next}
        </Button>
      </Group>
    </Group>
  )
}
