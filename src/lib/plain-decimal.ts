/** "012.5" and ".5" are what people type; the text stays text, digit for digit. */
export const plainDecimal = (typed: string): string =>
  typed
    .trim()
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
