import { Button, Group, Text } from '@mantine/core'
import { formatCount } from '../../../lib/format.ts'
import { integration } from '../../../texts/integration.ts'
import { pageCountOf, ROWS_PER_PAGE } from './integration-search.ts'

const texts = integration.pager

type Props = {
  page: number
  result: { data: readonly unknown[]; total: number; totalExact: boolean }
  onPage: (page: number) => void
}

export function ListPager({ page, result, onPage }: Props) {
  const { data, total, totalExact } = result
  const from = (page - 1) * ROWS_PER_PAGE + 1
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {texts.showing(
          formatCount(from),
          formatCount(from + data.length - 1),
          `${formatCount(total)}${totalExact ? '' : '+'}`,
        )}
      </Text>
      <Group component="nav" aria-label={texts.label} gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {texts.previous}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={page >= pageCountOf(total)}
          onClick={() => onPage(page + 1)}
        >
          {texts.next}
        </Button>
      </Group>
    </Group>
  )
}
