import { Table, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { StripePermission } from '#server/services/processors/stripe/stripe-keys.schema.ts'
import classes from '../account.module.css'

const texts = stripe.permissions

/** Names as on Stripe's own pages, in every language. */
const names: Record<StripePermission, string> = {
  payment_intents: 'PaymentIntents',
  checkout_sessions: 'Checkout Sessions',
  refunds: 'Refunds',
  charges: 'Charges',
  events: 'Events',
  webhook_endpoints: 'Webhook Endpoints',
  disputes: 'Disputes',
  early_fraud_warnings: 'Early Fraud Warnings',
  payouts: 'Payouts',
  balance: 'Balance',
  balance_transactions: 'Balance Transactions',
}

type Props = { permissions: readonly KeyPermission[] }

/** A key's permissions, with the missing ones first. */
export function PermissionTable({ permissions }: Props) {
  return (
    <div>
      <Text size="sm" role="status" mb="xs">
        {summaryOf(permissions)}
      </Text>
      <Table aria-label={texts.table} verticalSpacing={6} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th className={classes.state}>{texts.state}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {permissions.toSorted(byUrgency).map((permission) => (
            <PermissionRow key={permission.name} permission={permission} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const isMissing = ({ state }: KeyPermission) => state === 'missing'

const urgency = ({ state, isNeeded }: KeyPermission): number =>
  ({ missing: 0, unknown: 2, allowed: 4 })[state] + (isNeeded ? 0 : 1)

const byUrgency = (one: KeyPermission, other: KeyPermission) => urgency(one) - urgency(other)

function summaryOf(permissions: readonly KeyPermission[]): string {
  const missing = permissions.filter(isMissing)
  const needed = missing.filter(({ isNeeded }) => isNeeded)
  if (needed.length > 0) return texts.insufficient(needed.length)
  if (permissions.some(({ state }) => state === 'unknown')) return texts.unanswered
  return missing.length > 0 ? texts.sufficient(missing.length) : texts.complete
}

function PermissionRow({ permission }: { permission: KeyPermission }) {
  const { name, needs, isNeeded, says: stripeMessage } = permission
  return (
    <>
      <Table.Tr className={stripeMessage === null ? undefined : classes.told}>
        <Table.Td className={classes.permission}>
          <span lang="en" className={classes.name}>
            {names[name as StripePermission]}
          </span>{' '}
          <span className={classes.need}>
            {`${texts.needs[needs]}, ${isNeeded ? texts.needed : texts.optional}`}
          </span>
        </Table.Td>
        <Table.Td className={classes.state}>
          <PermissionState permission={permission} />
        </Table.Td>
      </Table.Tr>
      {stripeMessage !== null && (
        <Table.Tr>
          <Table.Td colSpan={2} lang="en" className={classes.says}>
            {stripeMessage}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

const icons = { allowed: IconCircleCheck, missing: IconCircleX, unknown: IconHelpCircle }

function PermissionState({ permission: { state, isNeeded } }: { permission: KeyPermission }) {
  const Icon = icons[state]
  const tones = {
    allowed: 'success',
    missing: isNeeded ? 'failed' : 'pending',
    unknown: 'neutral',
  } as const
  return (
    <Tag tone={tones[state]} icon={<Icon size={14} aria-hidden />}>
      {texts.states[state]}
    </Tag>
  )
}
