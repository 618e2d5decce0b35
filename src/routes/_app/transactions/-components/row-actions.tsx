import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CopyIcon } from '../../../../components/copy-icon.tsx'
import { transactions } from '../../../../texts/transactions.ts'

type Props = { reference: string }

export function RowActions({ reference }: Props) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={transactions.view}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${transactions.view} ${reference}`}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/transactions/$transactionId"
              params={{ transactionId: reference }}
            />
          )}
        >
          <IconEye size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <CopyIcon value={reference} label={`${transactions.copyId} ${reference}`} />
    </Group>
  )
}
