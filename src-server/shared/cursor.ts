import { z } from 'zod'
import { withoutNull } from './text/text.ts'

/** The end of a page: its sort, the sorted value of its last row, and that row's id. */
export type Cursor = { sort: string; value: string | number; id: string }

/** Position of a row in a sort order. */
export type RowPosition = Pick<Cursor, 'value' | 'id'>

const Text = withoutNull(z.string())
// Numeric sort values are whole numbers: the databases accept no fraction in such a column.
const Parts = z.tuple([Text, z.union([Text, z.int()]), Text])

const toBase64Url = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    ),
  )

/** Returns the cursor as base64url text, which callers send to read the next page. */
export const encodeCursor = ({ sort, value, id }: Cursor): string =>
  toBase64Url(JSON.stringify([sort, value, id]))

/** Returns the cursor in a text; undefined when the text is not a cursor of this API, or is one of another sort. */
export function decodeCursor(text: string, sort: string): Cursor | undefined {
  try {
    const parsed = Parts.safeParse(JSON.parse(fromBase64Url(text)))
    if (!parsed.success) return undefined
    const [cursorSort, value, id] = parsed.data
    return cursorSort === sort ? { sort, value, id } : undefined
  } catch {
    // Not base64, not UTF-8 or not JSON: the caller made the text up.
    return undefined
  }
}
