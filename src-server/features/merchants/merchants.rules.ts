import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import {
  BusinessType,
  EstimatedVolume,
  type Merchant,
  VerificationStatus,
} from '#server/core/merchant.schema.ts'
import type { ActingMerchant, CalendarChange, ProcessorAccounts } from '#server/core/merchant.ts'
import { Currency } from '#server/shared/money.ts'

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

export const canTakePayments = ({ verificationStatus }: Merchant): boolean =>
  verificationStatus === 'verified'

type Row = Omit<Selectable<MerchantRow>, 'isDemo' | 'acceptedTermsAt'>

export const actingMerchantOf = (row: Row): ActingMerchant => ({
  ...merchantOf(row),
  calendars: { counting: row.calendar, making: makingOf(row) },
  processorAccounts: row.processorAccounts === null ? none : JSON.parse(row.processorAccounts),
  staffRefunds: { limit: row.staffRefundLimit, dayLimit: row.staffRefundDayLimit },
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
