import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import { isMemberEmail } from './members.queries.ts'
import { lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { customerMailsOf, homeIdOf } from './merchants.rules.ts'
import type { ChangeCustomerMails, CustomerMailing, CustomerMails } from './merchants.schema.ts'

/** Returns the settings of mails to customers. */
export const readCustomerMails = ({ merchant, mailer }: MerchantCtx): CustomerMails => ({
  ...merchant.customerMails,
  server: serverOf({ mailer }),
})

const serverOf = ({ mailer }: Pick<World, 'mailer'>): CustomerMails['server'] =>
  mailer === undefined ? 'none' : mailer.isPrinting ? 'prints' : 'sends'

/** Sets whether customers get mails, and in which language. Writes no audit entry when nothing changes. */
export const changeCustomerMails = (
  ctx: MerchantCtx,
  { isOn, language }: ChangeCustomerMails,
): Promise<CustomerMails> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const row = await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!row) throw new AppError('not_found', 'There is no such merchant.')
    const before = customerMailsOf(row)
    const after = { isOn: isOn ?? before.isOn, language: language ?? before.language }
    const difference = diffFields(auditedFields(before), auditedFields(after))
    if (Object.keys(difference.after).length > 0) {
      await updateMerchantRow(
        db,
        { merchantId },
        {
          ...('customerMails' in difference.after && { customerMails: after.isOn ? 1 : 0 }),
          ...('customerLanguage' in difference.after && { customerLanguage: after.language }),
          updatedAt: toIso(ctx.now()),
        },
      )
      const action = 'merchant.updated'
      await audit(inner, { merchantId, action, objectId: merchantId, ...difference })
      inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    }
    return { ...after, server: serverOf(ctx) }
  })

const auditedFields = ({ isOn, language }: Pick<CustomerMails, 'isOn' | 'language'>) => ({
  customerMails: isOn,
  customerLanguage: language,
})

type Addressee = { email: string; isErased: boolean }

/**
 * Returns whether a mail to a customer is sent, or the reason why not. In test mode payers' e-mail addresses
 * do not exist or belong to unknown people. So only members get mail there, at an e-mail address that they have
 * confirmed.
 */
export async function decideCustomerMailing(
  { db, mailer }: Pick<World, 'db' | 'mailer'>,
  merchant: ActingMerchant,
  { email, isErased }: Addressee,
): Promise<CustomerMailing> {
  if (!mailer) return 'none'
  if (!merchant.customerMails.isOn) return 'off'
  if (isErased) return 'erased'
  if (isCounterEmail(email)) return 'no_address'
  if (merchant.mode === 'test') {
    const where = { merchantId: homeIdOf(merchant), email }
    // Printed mails reach no mailbox, and a server that prints mails cannot confirm e-mail addresses.
    const isMember = await isMemberEmail(db, where, { needsProof: !mailer.isPrinting })
    if (!isMember) return 'stranger'
  }
  return mailer.isPrinting ? 'printed' : 'sent'
}
