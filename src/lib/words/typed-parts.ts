/** Returns the typed number; undefined when the text is no whole number of at most `digits` digits. */
export const wholeNumber = (text: string, digits: number): number | undefined =>
  /^\d+$/.test(text.trim()) && text.trim().length <= digits ? Number(text) : undefined

/** Splits a list at spaces and semicolons; a trailing comma and a sign of per cent are ignored. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[\s;]+/)
    .map((part) => part.replace(/[,%]+$/, ''))
    .filter(Boolean)
