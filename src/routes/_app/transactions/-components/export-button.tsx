import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { ExportLink } from '#client/components/export-link.tsx'
import { EXPORT_ADDRESS, startExport } from '#client/features/transactions/start-export.ts'
import {
  filterKeys,
  listInput,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { formatTotal } from '#client/lib/format.ts'
import { spoken } from '#client/lib/spoken.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { ExportLayout } from '#server/features/transactions/transactions.schema.ts'

const texts = transactions.export

type Props = { search: TransactionSearch; total: number; totalExact: boolean }

/** Of the rows that the list shows, page after page; other formats stand in a menu beside. */
export function ExportButton({ search, total, totalExact }: Props) {
  const href = exportHref(search)
  const start = (address: string) => startExport(address, listInput(search))
  return (
    <Group gap={4} wrap="nowrap">
      <ExportLink
        href={href}
        label={total === 1 ? texts.oneRow : texts.rows(formatTotal(total, totalExact))}
        onStart={() => start(href)}
      />
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={texts.formats}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item lang="it" onClick={() => void start(exportHref(search, 'excel-it'))}>
            {texts.excelIt}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function exportHref(search: TransactionSearch, layout?: ExportLayout): string {
  const query = new URLSearchParams()
  for (const key of [...filterKeys, 'sort'] as const) {
    const value = search[key]
    if (value !== undefined) query.set(key, String(value))
  }
  if (layout) query.set('layout', layout)
  else if (spoken('en') === 'it') query.set('language', 'it')
  return `${EXPORT_ADDRESS}?${query}`
}
