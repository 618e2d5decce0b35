import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { formatMoney } from '#client/lib/words/format.ts'
import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import classes from './audit-log.module.css'

/** The changed object: its name where the entry contains one, with a link to its page and its id to copy. */
export function EntryObject({ entry }: { entry: AuditEntry }) {
  const { objectId } = entry
  const name = nameOf(entry)
  const target = targetOf(entry)
  if (name === undefined && target === undefined) {
    return <IdText value={objectId} copyLabel={texts.copyObject} />
  }
  const shown = name ?? objectId
  return (
    <span className={classes.object} title={objectId}>
      {target ? (
        <Anchor
          size="sm"
          className={classes.wrapped}
          renderRoot={(props) => <Link {...target} {...props} />}
        >
          {shown}
        </Anchor>
      ) : (
        <span className={classes.wrapped}>{shown}</span>
      )}
      <CopyIcon value={objectId} label={texts.copyObject} />
    </span>
  )
}

/** Fields of an entry that name its object, the best first. */
const nameFields = ['title', 'name', 'businessName', 'email'] as const

function nameOf({ actor, actorLabel, objectId, before, after }: AuditEntry): string | undefined {
  if (actor === `user:${objectId}`) return actorLabel
  const values = { ...before, ...after }
  for (const field of nameFields) {
    const value = values[field]
    if (typeof value === 'string' && value !== '') return value
  }
  const { amount, currency } = values
  const isMoney = typeof amount === 'string' && typeof currency === 'string'
  if (isMoney) return formatMoney(amount, currency)
  return texts.objects[prefixOf(objectId)]
}

const prefixOf = (id: string): string => /^[A-Za-z]+(?=[_-])/.exec(id)?.[0].toLowerCase() ?? ''

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

function targetOf({ action, objectId, before, after }: AuditEntry): Target | undefined {
  const payment = { ...before, ...after }['transaction']
  switch (prefixOf(objectId)) {
    case 'txn':
      return { to: '/transactions/$transactionId', params: { transactionId: objectId } }
    case 'ref':
      return typeof payment === 'string'
        ? { to: '/transactions/$transactionId', params: { transactionId: payment } }
        : undefined
    case 'cus':
      return { to: '/customers/$customerId', params: { customerId: objectId } }
    case 'lnk':
      return { to: '/links/$linkId', params: { linkId: objectId } }
    case 'key':
      return { to: '/integration', search: { tab: 'keys' } }
    case 'int':
      return { to: '/integration' }
    case 'acc':
      return { to: '/settings', search: { tab: 'payments' } }
    case 'inv':
      return { to: '/settings', search: { tab: 'team' } }
    case 'mer':
      return action.startsWith('merchant.') ? { to: '/settings' } : undefined
    default:
      return undefined
  }
}
