const digitsOf = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max)

/** "4242 4242 4242 4242": groups of four, as on the card. */
export const formatCardNumber = (typed: string): string =>
  digitsOf(typed, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

/** "12/30". A month that can only have one digit gets its zero. */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(/^[2-9]$/.test(typed) ? `0${typed}` : typed, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

export const formatCvc = (typed: string): string => digitsOf(typed, 4)
