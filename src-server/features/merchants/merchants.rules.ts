import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import {
  BusinessType,
  EstimatedVolume,
  type Merchant,
  VerificationStatus,
} from '#server/core/merchant.schema.ts'
import type {
  ActingMerchant,
  BookPlace,
  CalendarChange,
  MailsToCustomers,
  ProcessorAccounts,
} from '#server/core/merchant.ts'
import { languageOfZone } from '#server/shared/language.ts'
import { firstCurrencies, inOrder } from '#server/shared/money/currencies.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { OfferedCurrencies } from './merchants.schema.ts'

const estimatedVolume = EstimatedVolume.nullable()

/** The row as the doors show it. */
export const merchantOf = (row: Pick<MerchantRow, keyof Merchant>): Merchant => ({
  id: row.id,
  businessName: row.businessName,
  businessType: BusinessType.parse(row.businessType),
  businessAddress: row.businessAddress,
  businessPhone: row.businessPhone,
  businessWebsite: row.businessWebsite,
  businessDescription: row.businessDescription,
  estimatedVolume: estimatedVolume.parse(row.estimatedVolume),
  email: row.email,
  verificationStatus: VerificationStatus.parse(row.verificationStatus),
  currency: Currency.parse(row.currency),
  timezone: row.timezone,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const canTakePayments = ({
  verificationStatus,
}: Pick<MerchantRow, 'verificationStatus'>): boolean => verificationStatus === 'verified'

/** What both books say of the business. Each has its own time zone and reporting currency. */
export const sharedOf = (row: Selectable<MerchantRow>) => ({
  businessName: row.businessName,
  businessType: row.businessType,
  businessAddress: row.businessAddress,
  businessPhone: row.businessPhone,
  businessWebsite: row.businessWebsite,
  businessDescription: row.businessDescription,
  estimatedVolume: row.estimatedVolume,
  verificationStatus: row.verificationStatus,
})

/** That of a merchant that has just been made. */
export const ONLY_BOOK: BookPlace = { mode: 'test', twinId: null }

/** The book whose members, invitations and audit entries about them are those of both: the test book. */
export const homeIdOf = ({ id, mode, twinId }: BookPlace & { id: string }): string =>
  mode === 'live' && twinId !== null ? twinId : id

/** Both books, the test book first: in this order their rows are held. */
export const bothBooksOf = (book: BookPlace & { id: string }): string[] => {
  const homeId = homeIdOf(book)
  const liveId = book.mode === 'live' ? book.id : book.twinId
  return liveId === null ? [homeId] : [homeId, liveId]
}

type Row = Omit<Selectable<MerchantRow>, 'isDemo' | 'acceptedTermsAt' | 'currencies'>

/** Made with every request: what follows a spread costs a microsecond a property, and assigning it a hundredth. */
export const actingMerchantOf = (row: Row): ActingMerchant =>
  Object.assign(merchantOf(row), {
    mode: row.mode,
    twinId: row.twinId,
    calendars: { counting: row.calendar, making: makingOf(row) },
    processorAccounts: row.processorAccounts === null ? none : JSON.parse(row.processorAccounts),
    staffRefunds: {
      limit: row.staffRefundLimit,
      dayLimit: row.staffRefundDayLimit,
      currency: Currency.parse(row.staffRefundCurrency ?? row.currency),
    },
    customerMails: customerMailsOf(row),
    linksPausedUntil: row.linksPausedUntil,
  })

type MailColumns = Pick<MerchantRow, 'customerMails' | 'customerLanguage' | 'timezone'>

/** What was chosen, and the defaults where nothing was. */
export const customerMailsOf = (row: MailColumns): MailsToCustomers => ({
  isOn: row.customerMails !== 0,
  language: row.customerLanguage ?? languageOfZone(row.timezone),
})

const none: ProcessorAccounts = {}

const makingOf = (row: Row): CalendarChange | null =>
  row.newTimezone === null && row.newCurrency === null
    ? null
    : {
        timezone: row.newTimezone,
        currency: row.newCurrency,
        payments: { createdAt: row.madeAt ?? '', id: row.madeId ?? '' },
        customerId: row.madeCustomerId ?? '',
        refundId: row.madeRefundId ?? '',
      }

const Chosen = Currency.array()

const isFirst = (currency: Currency): boolean => firstCurrencies.some((each) => each === currency)

/** What is kept of a choice: the first currencies are offered anyway. */
export const choiceOf = (currencies: readonly Currency[]): Currency[] =>
  inOrder(currencies.filter((each) => !isFirst(each)))

type WithChoice = Pick<MerchantRow, 'currency' | 'currencies'>

export const chosenIn = ({ currencies }: WithChoice): Currency[] =>
  currencies === null ? [] : Chosen.parse(JSON.parse(currencies))

/** The first currencies, those chosen, and the one that totals are told in. */
export const offeredOf = (row: WithChoice): OfferedCurrencies => {
  const chosen = chosenIn(row)
  const reporting = Currency.parse(row.currency)
  return { chosen, offered: inOrder([...firstCurrencies, ...chosen, reporting]) }
}
