import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { ExportLink } from '#client/components/export-link.tsx'
import { EXPORT_ADDRESS, startExport } from '#client/features/transactions/start-export.ts'
import type { ListInput } from '#client/features/transactions/transaction-search.ts'
import { withBook } from '#client/lib/book.ts'
import { formatTotal } from '#client/lib/format.ts'
import { spoken } from '#client/lib/spoken.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { ExportLayout } from '#server/shared/export-style.ts'

const texts = transactions.export

type Props = { input: ListInput; total: number; totalExact: boolean }

/** Of the rows that the list shows, page after page; other formats stand in a menu beside. */
export function ExportButton({ input, total, totalExact }: Props) {
  const href = exportHref(input)
  const start = (address: string) => startExport(address, input)
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
          <Menu.Item lang="it" onClick={() => void start(exportHref(input, 'excel-it'))}>
            {texts.excelIt}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function exportHref({ page: _, limit: __, ...filter }: ListInput, layout?: ExportLayout): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value))
  }
  if (layout) query.set('layout', layout)
  else if (spoken('en') === 'it') query.set('language', 'it')
  return withBook(`${EXPORT_ADDRESS}?${query}`)
}
