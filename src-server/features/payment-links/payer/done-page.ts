import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type ChosenLines, findChosenLines } from '#server/features/payment-links/link-payments.ts'
import { openLinkToken, PAY_PATH } from '#server/features/payment-links/link-token.ts'
import { findLink, findWaitingPayment } from '#server/features/payment-links/links.queries.ts'
import { refreshForPage } from '#server/features/transactions/payer/continue-as-payer.ts'
import {
  findTransferDetails,
  type TransferDetails,
} from '#server/features/transactions/payer/transfer-details.ts'
import { isAtBank, nextUrlOf } from '#server/features/transactions/payment-response.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { TRANSFER } from '#server/services/processors/transfer/transfer.ts'
import { epcPayload, hasEpcCode } from '#server/shared/money/epc-code.ts'
import { maskedIban, printedIban } from '#server/shared/money/iban.ts'
import { readFormToken } from './form-token.ts'
import { findPayersLink, findPaymentOfForm, type PayersLink } from './payers-link.ts'

/** Data of the page that a payer sees after they have paid, or have failed to. */
export type DonePage = {
  view: PayersLink
  /** True when Incasso issued the form, paid or not. */
  isFormOurs: boolean
  /** Undefined until the payment is stored. No payment is stored when the link has stopped taking payments. */
  payment: TransactionRow | undefined
  /** Quantities and tip of the payment. */
  chosen: ChosenLines
  /** URL at which the payer continues; null when they have nothing to do there. */
  nextUrl: string | null
  /** True when the payer has done everything and a bank decides, which may take days. */
  isAtBank: boolean
  /** Bank account for the payer's transfer; null when no transfer is due. */
  transfer: TransferTarget | null
}

/**
 * `code` is the text of the EPC QR code; null for other currencies than the euro, which have no such code. In test mode
 * `iban` is null and there is no code: a payer must not be able to transfer real money for a test.
 */
export type TransferTarget = Omit<TransferDetails, 'iban'> & {
  iban: string | null
  shownIban: string
  code: string | null
}

/** Identifies a payment by its form, or by its receipt. */
export type PaymentPointer = { token: string; form: string; receipt: string }

/** Returns the page's data; undefined when there is no such link. An open payment is updated from its processor. */
export async function readDonePage(
  world: World,
  { token, form, receipt }: PaymentPointer,
): Promise<DonePage | undefined> {
  // The link is read before the payment's outcome, which may close the link.
  const view = await findPayersLink(world, token)
  if (!view) return undefined
  const formToken = readFormToken(world.secretBox, form, view.link)
  const stored =
    receipt === ''
      ? formToken && (await findPaymentOfForm(world, view.link, formToken))
      : await findPaymentOfReceipt(world, view, receipt)
  const payment = stored && (await refreshForPage(world, stored))
  const isOpen = payment?.status === 'pending'
  const isTest = view.merchant.mode === 'test'
  const transfer = payment ? await transferOf(world, payment, isTest) : null
  const nextUrl = isOpen ? nextUrlOf(world, payment) : null
  const chosen = payment ? await findChosenLines(world, payment) : { lines: [], tip: 0 }
  return {
    view,
    isFormOurs: formToken !== undefined,
    payment,
    chosen,
    nextUrl,
    isAtBank: isOpen && isAtBank(world, payment),
    transfer,
  }
}

async function transferOf(
  { db }: Pick<World, 'db'>,
  payment: TransactionRow,
  isTest: boolean,
): Promise<TransferTarget | null> {
  const { amount, currency } = payment
  const account = payment.status === 'pending' ? await findTransferDetails(db, payment) : null
  if (!account) return null
  const { iban } = account
  if (isTest) return { ...account, iban: null, shownIban: maskedIban(iban), code: null }
  const code = hasEpcCode(amount, currency) ? epcPayload({ ...account, amount }) : null
  return { ...account, shownIban: printedIban(iban), code }
}

/**
 * Returns the path of the transfer details, for a single-use link whose use is reserved by an unconfirmed transfer;
 * undefined for any other link. A person who opens the link again is most likely its payer, who needs the account and
 * the reference.
 */
export async function findOpenTransferPath(
  world: Pick<World, 'db' | 'secretBox'>,
  { link }: PayersLink,
): Promise<string | undefined> {
  const { merchantId, id: linkId, maxUses, closedAt, paid } = link
  if (maxUses !== 1 || closedAt !== null || paid > 0) return undefined
  const payment = await findWaitingPayment(world.db, { merchantId, linkId, processor: TRANSFER })
  return payment && findReceiptPath(world, payment)
}

const SEAL_CONTEXT = 'payment link receipt'

async function findPaymentOfReceipt(
  world: World,
  { link }: PayersLink,
  receipt: string,
): Promise<TransactionRow | undefined> {
  try {
    const [merchantId, key] = JSON.parse(world.secretBox.open(receipt, SEAL_CONTEXT)) as [
      string,
      string,
    ]
    if (merchantId !== link.merchantId) return undefined
    const payment = await findTransaction(world.db, { merchantId, key })
    return payment?.linkId === link.id ? payment : undefined
  } catch {
    // Forged, altered, or encrypted with a removed key: the sender gets the same response for each.
    return undefined
  }
}

/** Returns the path of the page with the outcome of a link's payment; undefined for any other payment. */
export async function findReceiptPath(
  world: Pick<World, 'db' | 'secretBox'>,
  { merchantId, id, linkId }: Pick<TransactionRow, 'merchantId' | 'id' | 'linkId'>,
): Promise<string | undefined> {
  const link = linkId ? await findLink(world.db, { merchantId, id: linkId }) : undefined
  if (!link) return undefined
  const receipt = world.secretBox.seal(JSON.stringify([merchantId, id]), SEAL_CONTEXT)
  return `${PAY_PATH}/${openLinkToken(world.secretBox, link)}/done?receipt=${encodeURIComponent(receipt)}`
}
