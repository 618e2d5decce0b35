import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useCards } from '#client/lib/hooks/use-narrow.ts'
import { customers } from '#client/texts/en/customers.ts'

type Layout = 'grid' | 'table'

/** Stored in this browser, because the best layout depends on its screen. */
function useChosenLayout() {
  const [stored, setLayout] = useLocalStorage<Layout>({
    key: 'incasso-customers',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
  })
  const chosen: Layout = stored === 'table' ? 'table' : 'grid'
  return [chosen, setLayout] as const
}

/** Returns the chosen layout; on narrow screens always the grid of cards. */
export function useLayout(): Layout {
  const [chosen] = useChosenLayout()
  return useCards() ? 'grid' : chosen
}

const icons = { grid: IconLayoutGrid, table: IconList }
const layouts: Layout[] = ['grid', 'table']

export function LayoutChoice() {
  const [chosen, setLayout] = useChosenLayout()
  if (useCards()) return null
  return (
    <SegmentedControl
      aria-label={customers.layout}
      value={chosen}
      onChange={setLayout}
      data={layouts.map((value) => {
        const Icon = icons[value]
        const label = (
          <>
            <Icon size={18} aria-hidden style={{ display: 'block' }} />
            <VisuallyHidden>{customers.layouts[value]}</VisuallyHidden>
          </>
        )
        return { value, label }
      })}
    />
  )
}
