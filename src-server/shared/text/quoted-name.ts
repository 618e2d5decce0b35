const LONGEST_NAME = 60

/**
 * The name of a business as a mail may quote it: strangers get it, in words that its sender chose. Cut,
 * without signs that end a quotation, and without anything that a mail program would make a link of.
 */
export function quotedName(businessName: string): string {
  const plain = businessName
    .normalize('NFKC')
    .replaceAll(/[\p{C}<>«»"“”@/\\:]+/gu, ' ')
    // "S.r.l." stays as it is; "example.com" and "192.0.2.1" do not.
    .replaceAll(/[.。｡](?=\p{L}{2}|\p{N})/gu, '. ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const letters = [...plain]
  const isLong = letters.length > LONGEST_NAME
  return isLong
    ? `${letters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trim()}…`
    : plain
}
