import { z } from 'zod'
import type { Mode } from '../shared/mode.ts'
import { settingDocs } from './setting.ts'

const PAYPAL_API = 'https://api-m.paypal.com'
const PAYPAL_SANDBOX_API = 'https://api-m.sandbox.paypal.com'
const PAYPAL_PAGES = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']

const Origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), 'must be an origin: no path')
  .transform((text) => new URL(text).origin)

/** URL of PayPal. Another URL is for tests only, since secrets that move money are sent there. */
export const payPalVariables = {
  PAYPAL_API_URL: Origin.default(PAYPAL_API).register(settingDocs, {
    meaning:
      'Where PayPal’s API is reached. Another URL is for tests, with a server that imitates PayPal; production refuses it.',
    italian: 'PayPal: dove risponde la sua API; un altro indirizzo serve solo per le prove',
    neededBy: 'tests without PayPal’s network',
    example: 'http://127.0.0.1:12112',
  }),
}

const Variables = z.object(payPalVariables)

export type PayPalConfig = Readonly<{
  /** Base URL of the API for each mode: PayPal has a host for live accounts and another for its sandbox. */
  apiUrls: Readonly<Record<Mode, string>>
  /** Origins of the pages on which payers approve. */
  pageOrigins: readonly string[]
  /** Origin from which certificates are fetched; null for the hosts of paypal.com. */
  certificateOrigin: string | null
}>

export function payPalConfigOf({
  PAYPAL_API_URL: apiUrl,
}: z.infer<typeof Variables>): PayPalConfig {
  if (apiUrl === PAYPAL_API) {
    const apiUrls = { live: PAYPAL_API, test: PAYPAL_SANDBOX_API }
    return { apiUrls, pageOrigins: PAYPAL_PAGES, certificateOrigin: null }
  }
  const apiUrls = { live: `${apiUrl}/live`, test: `${apiUrl}/sandbox` }
  return { apiUrls, pageOrigins: [apiUrl], certificateOrigin: apiUrl }
}

/** Returns an error message when production has another URL than PayPal's: merchants' secrets would be sent there. */
export const findPayPalErrors = ({
  PAYPAL_API_URL,
  APP_ENV,
}: z.infer<typeof Variables> & { APP_ENV: string }): string[] =>
  APP_ENV === 'production' && PAYPAL_API_URL !== PAYPAL_API
    ? [
        `PAYPAL_API_URL must be ${PAYPAL_API} when APP_ENV is production: merchants’ secrets would go elsewhere`,
      ]
    : []
