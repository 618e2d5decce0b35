const MAX_NAME = 60

/**
 * Returns a business name that is safe to quote in a mail: the business chose the name, and people who do not know it
 * receive the mail. The name is shortened and contains no quotation marks. It contains no text that a mail program
 * would turn into a link.
 */
export function quotedName(businessName: string): string {
  const plain = businessName
    .normalize('NFKC')
    .replaceAll(/[\p{C}<>«»"“”@/\\:]+/gu, ' ')
    // "S.r.l." stays unchanged; "example.com" and "192.0.2.1" do not.
    .replaceAll(/[.。｡](?=\p{L}{2}|\p{N})/gu, '. ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const letters = [...plain]
  const isLong = letters.length > MAX_NAME
  return isLong
    ? `${letters
        .slice(0, MAX_NAME - 1)
        .join('')
        .trim()}…`
    : plain
}
