import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import type { CustomerStatus } from '#server/features/customers/customers.schema.ts'
import { Tag } from '../../components/tag.tsx'
import { customers } from '../../texts/customers.ts'

type Props = { status: CustomerStatus }

export function CustomerStatusBadge({ status }: Props) {
  const isActive = status === 'active'
  const Icon = isActive ? IconCircleCheck : IconCircleMinus
  return (
    <Tag tone={isActive ? 'success' : 'neutral'} icon={<Icon size={14} aria-hidden />}>
      {customers.statuses[status]}
    </Tag>
  )
}
