import { Button, Paper } from '@mantine/core'
import { IconFilterOff, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { EmptyState } from '../../../../components/empty-state.tsx'
import { customers } from '../../../../texts/customers.ts'

type Props = { isNarrowed: boolean; onAdd: () => void; onClear: () => void }

export function NoCustomers({ isNarrowed, onAdd, onClear }: Props) {
  return (
    <Paper>
      {isNarrowed ? (
        <EmptyState
          icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
          title={customers.empty}
          text={customers.noMatch}
          action={
            <Button variant="default" mt="xs" onClick={onClear}>
              {customers.clearFilters}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
          title={customers.empty}
          text={customers.emptyHelp}
          action={
            <Button mt="xs" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
              {customers.add.open}
            </Button>
          }
        />
      )}
    </Paper>
  )
}
