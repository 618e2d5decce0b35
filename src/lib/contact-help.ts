/** The region of the browser's language, such as IT of it-IT: whose numbers need no country code. */
const viewerRegion = (): string => new Intl.Locale(navigator.language).maximize().region ?? 'IT'

/**
 * A phone number as its country writes it, when it is one. Anything else stays as it was typed: the
 * merchant knows their number better.
 */
export async function tidyPhone(text: string, region: string = viewerRegion()): Promise<string> {
  const typed = text.trim()
  if (typed === '') return ''
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(typed, isSupportedCountry(region) ? region : 'IT')
  return number?.isValid() && !number.ext ? number.formatInternational() : typed
}

/** `example.com/shop` gets its `https://`; what is no bare host name stays as it was typed. */
export function tidyWebsite(text: string): string {
  const typed = text.trim()
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(typed) ? `https://${typed}` : typed
}
