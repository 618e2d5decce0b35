/** Returns the region of the browser's language, such as IT for it-IT: its phone numbers need no country code. */
const viewerRegion = (): string => new Intl.Locale(navigator.language).maximize().region ?? 'IT'

/**
 * Returns a valid phone number in international format. Other text stays as typed: merchants know their
 * numbers better.
 */
export async function tidyPhone(text: string, region: string = viewerRegion()): Promise<string> {
  const typed = text.trim()
  if (typed === '') return ''
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(typed, isSupportedCountry(region) ? region : 'IT')
  return number?.isValid() && !number.ext ? number.formatInternational() : typed
}

/** Adds `https://` to a bare host such as `example.com/shop`; returns other text as typed. */
export function tidyWebsite(text: string): string {
  const typed = text.trim()
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(typed) ? `https://${typed}` : typed
}
