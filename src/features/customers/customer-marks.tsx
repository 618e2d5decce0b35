import { Avatar } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { customers } from '#client/texts/en/customers.ts'
import type { CustomerStatus } from '#server/features/customers/customer-enums.schema.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'

type Props = { name: string; size?: 'md' | 'lg' }

/** Decorative: hidden from screen readers, because the name is shown next to it. */
export function CustomerAvatar({ name, size = 'md' }: Props) {
  return (
    <Avatar size={size} radius="100%" color="accent" variant="light" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  )
}

/**
 * Returns the upper-case initials of at most two words. Spreads the text, so that surrogate pairs stay whole.
 */
function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
  return [...letters.join('').toUpperCase()].slice(0, 2).join('')
}

/** Returns true when the customer was erased: the e-mail address then ends in a domain that cannot exist. */
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
