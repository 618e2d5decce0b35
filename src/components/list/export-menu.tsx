import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { withBook } from '#client/lib/book.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { formatTotal } from '#client/lib/words/format.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { ExportLayout } from '#server/shared/export-style.ts'
import { ExportLink } from './export-link.tsx'

const texts = transactions.export

type Props = {
  /** The URL of the export file of all rows, without a query. */
  address: string
  /** The list's filters and sort; page and page size are ignored. */
  input: Readonly<Record<string, string | number | boolean | undefined>>
  total: number
  totalExact: boolean
  onStart: (address: string) => Promise<void>
}

/** Exports the rows of all pages of the list; a menu next to the button offers other formats. */
export function ExportMenu({ address, input, total, totalExact, onStart }: Props) {
  const href = (layout?: ExportLayout) => exportHref(address, input, layout)
  return (
    <Group gap={4} wrap="nowrap">
      <ExportLink
        href={href()}
        label={total === 1 ? texts.oneRow : texts.rows(formatTotal(total, totalExact))}
        onStart={() => onStart(href())}
      />
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.formats}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item lang="it" onClick={() => void onStart(href('excel-it'))}>
            {texts.excelIt}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function exportHref(address: string, input: Props['input'], layout?: ExportLayout): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name === 'page' || name === 'limit') continue
    query.set(name, String(value))
  }
  if (layout) query.set('layout', layout)
  else if (languageFor('en') === 'it') query.set('language', 'it')
  return withBook(`${address}?${query}`)
}
