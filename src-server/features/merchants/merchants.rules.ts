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
  CalendarChange,
  MailsToCustomers,
  MerchantMode,
  ProcessorAccounts,
} from '#server/core/merchant.ts'
import { languageOfZone } from '#server/shared/language.ts'
import { defaultCurrencies, sortCurrencies } from '#server/shared/money/currencies.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { BusinessProfile, OfferedCurrencies } from './merchants.schema.ts'

const estimatedVolume = EstimatedVolume.nullable()

/** Maps the row to the merchant that the two APIs return. */
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

/** Maps the row to the profile that the settings show. */
export const businessOf = (row: Pick<MerchantRow, keyof BusinessProfile>): BusinessProfile => ({
  ...merchantOf(row),
  vatNumber: row.vatNumber,
  taxCode: row.taxCode,
})

/** Returns whether the merchant is verified: no other merchant may take payments. */
export const canTakePayments = ({
  verificationStatus,
}: Pick<MerchantRow, 'verificationStatus'>): boolean => verificationStatus === 'verified'

/**
 * Returns the business details that test mode and live mode share. Each mode has its own time zone and reporting
 * currency.
 */
export const sharedFieldsOf = (row: Selectable<MerchantRow>) => ({
  businessName: row.businessName,
  businessType: row.businessType,
  businessAddress: row.businessAddress,
  businessPhone: row.businessPhone,
  businessWebsite: row.businessWebsite,
  businessDescription: row.businessDescription,
  vatNumber: row.vatNumber,
  taxCode: row.taxCode,
  estimatedVolume: row.estimatedVolume,
  verificationStatus: row.verificationStatus,
})

/**
 * Returns the id of the merchant's test-mode row. The members and invitations of this row, and the audit entries about
 * them, also count for live mode.
 */
export const homeIdOf = ({ id, mode, twinId }: MerchantMode & { id: string }): string =>
  mode === 'live' && twinId !== null ? twinId : id

/**
 * Returns the ids of the merchant's test-mode row and, if there is one, live-mode row. Rows are locked in this order.
 */
export const idsInBothModes = (merchant: MerchantMode & { id: string }): string[] => {
  const homeId = homeIdOf(merchant)
  const liveId = merchant.mode === 'live' ? merchant.id : merchant.twinId
  return liveId === null ? [homeId] : [homeId, liveId]
}

type Row = Omit<
  Selectable<MerchantRow>,
  'isDemo' | 'acceptedTermsAt' | 'currencies' | 'vatNumber' | 'taxCode'
>

/**
 * Maps a row to the merchant for which a request acts. Every request runs this, and `Object.assign` takes a hundredth
 * of the time of properties after a spread.
 */
export const actingMerchantOf = (row: Row): ActingMerchant =>
  Object.assign(merchantOf(row), {
    mode: row.mode,
    twinId: row.twinId,
    calendars: { inUse: row.calendar, building: calendarChangeOf(row) },
    processorAccounts:
      row.processorAccounts === null ? noAccounts : JSON.parse(row.processorAccounts),
    staffRefunds: {
      limit: row.staffRefundLimit,
      dayLimit: row.staffRefundDayLimit,
      currency: Currency.parse(row.staffRefundCurrency ?? row.currency),
    },
    customerMails: customerMailsOf(row),
    isOpenToAssistants: isOpenToAssistants(row),
    linksPausedUntil: row.linksPausedUntil,
  })

type MailColumns = Pick<MerchantRow, 'customerMails' | 'customerLanguage' | 'timezone'>

/** Returns the settings of mails to customers. Without a choice, mails are on and in the language of the time zone. */
export const customerMailsOf = (row: MailColumns): MailsToCustomers => ({
  isOn: row.customerMails !== 0,
  language: row.customerLanguage ?? languageOfZone(row.timezone),
})

/** Returns whether assistants may read with a key. Without a choice they may in test mode, where nothing is real. */
export const isOpenToAssistants = ({
  assistantAccess,
  mode,
}: Pick<Selectable<MerchantRow>, 'assistantAccess' | 'mode'>): boolean =>
  assistantAccess === null ? mode === 'test' : assistantAccess === 1

const noAccounts: ProcessorAccounts = {}

const calendarChangeOf = (row: Row): CalendarChange | null =>
  row.newTimezone === null && row.newCurrency === null
    ? null
    : {
        timezone: row.newTimezone,
        currency: row.newCurrency,
        payments: { createdAt: row.madeAt ?? '', id: row.madeId ?? '' },
        customerId: row.madeCustomerId ?? '',
        refundId: row.madeRefundId ?? '',
      }

const CurrencyList = Currency.array()

const isDefaultCurrency = (currency: Currency): boolean =>
  defaultCurrencies.some((each) => each === currency)

/** Returns the currencies without the default ones, which are not stored since every merchant offers them. */
export const currenciesToStore = (currencies: readonly Currency[]): Currency[] =>
  sortCurrencies(currencies.filter((each) => !isDefaultCurrency(each)))

type CurrencyChoice = Pick<MerchantRow, 'currency' | 'currencies'>

/** Returns the currencies that the merchant chose in addition to the default ones. */
export const chosenCurrenciesOf = ({ currencies }: CurrencyChoice): Currency[] =>
  currencies === null ? [] : CurrencyList.parse(JSON.parse(currencies))

/** Returns the chosen currencies, and all that are offered: the default, chosen and reporting currencies. */
export const offeredCurrenciesOf = (row: CurrencyChoice): OfferedCurrencies => {
  const chosen = chosenCurrenciesOf(row)
  const reporting = Currency.parse(row.currency)
  return { chosen, offered: sortCurrencies([...defaultCurrencies, ...chosen, reporting]) }
}
