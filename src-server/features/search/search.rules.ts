/** Shorter terms have no trigram; they are looked for in the newest rows only. */
export const TRIGRAM = 3

/** Lower case, without accents: what is stored and what is asked for are folded alike. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a search. `#TXN-…` and `$12.34` are pasted with their signs. */
export const termsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .map((term) => term.replace(/^[#$€£]+/, ''))
    .filter(Boolean)

/** Parts are kept on lines of their own, so that no match reaches from one into the next. */
export const searchTextOf = (parts: (string | null)[]): string =>
  fold(parts.filter((part) => part !== null).join('\n'))
