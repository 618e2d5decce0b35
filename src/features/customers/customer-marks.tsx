import { Avatar } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { customers } from '#client/texts/en/customers.ts'
import type { CustomerStatus } from '#server/features/customers/customer-enums.schema.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'

type Props = { name: string; size?: 'md' | 'lg' }

/** The name stands beside it, so it is decoration for who listens. */
export function CustomerAvatar({ name, size = 'md' }: Props) {
  return (
    <Avatar size={size} radius="100%" color="accent" variant="light" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  )
}

/** The first letters of up to the first two words, upper-case. Counts characters, not halves of them. */
function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
  return [...letters.join('').toUpperCase()].slice(0, 2).join('')
}

/** Whether the person behind a customer was forgotten: the address is then one that no person can have. */
export const isErased = ({ email }: Pick<Customer, 'email'>): boolean =>
  email.endsWith('@erased.invalid')

type CustomerStatusBadgeProps = { status: CustomerStatus }

export function CustomerStatusBadge({ status }: CustomerStatusBadgeProps) {
  const isActive = status === 'active'
  const Icon = isActive ? IconCircleCheck : IconCircleMinus
  return (
    <Tag tone={isActive ? 'success' : 'neutral'} icon={<Icon size={14} aria-hidden />}>
      {customers.statuses[status]}
    </Tag>
  )
}
