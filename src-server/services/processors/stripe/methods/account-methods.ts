import type { Stripe } from 'stripe'
import type { AccountMethods } from '#server/core/ports/account-access.ts'
import { missingPermissionOf } from '../stripe-errors.ts'

type ExcludableType = Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType

/** Types that Stripe's page can leave out. Wallets are not among them, because their payments are payments by card. */
const excludableTypes = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'card',
  'cashapp',
  'crypto',
  'customer_balance',
  'eps',
  'fpx',
  'giropay',
  'grabpay',
  'ideal',
  'kakao_pay',
  'klarna',
  'konbini',
  'kr_card',
  'mb_way',
  'mobilepay',
  'multibanco',
  'naver_pay',
  'nz_bank_account',
  'oxxo',
  'p24',
  'pay_by_bank',
  'payco',
  'paynow',
  'paypal',
  'paypay',
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sequra',
  'sofort',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const satisfies readonly ExcludableType[]

/**
 * Maximum number of configurations that one call reads. An account has a configuration of its own, and another
 * configuration for each platform.
 */
const LIMIT = 100

/** Reads the methods that an account can take, and whether each is switched on at Stripe. */
export async function readAccountMethods(stripe: Stripe): Promise<AccountMethods> {
  try {
    const { data } = await stripe.paymentMethodConfigurations.list({ limit: LIMIT })
    const ownConfigurations = data.filter(({ application }) => application === null)
    const configuration =
      ownConfigurations.find(({ is_default: isDefault }) => isDefault) ?? ownConfigurations[0]
    return { methods: configuration ? methodsIn(configuration) : [], says: null }
  } catch (error) {
    const says = missingPermissionOf(error)
    if (says === undefined) throw error
    return { methods: null, says }
  }
}

const methodsIn = (configuration: Stripe.PaymentMethodConfiguration) =>
  excludableTypes.flatMap((type) => {
    const entry: unknown = Object.entries(configuration).find(([name]) => name === type)?.[1]
    if (!isMethodEntry(entry)) return []
    const isOn = entry.display_preference.value === 'on'
    // A method that is off and that the account cannot take yet needs a request at Stripe first.
    return entry.available || isOn ? [{ type, isOn: isOn && entry.available }] : []
  })

type MethodEntry = { available: boolean; display_preference: { value: string } }

const isMethodEntry = (entry: unknown): entry is MethodEntry =>
  typeof entry === 'object' &&
  entry !== null &&
  'available' in entry &&
  'display_preference' in entry
