import { encode, renderSVG } from 'uqr'
import type { LinkCode } from './payment-links.schema.ts'
import { pngOf } from './png.ts'

/** Wide enough to be printed at the size of a hand. */
const PIXELS = 12
const QUIET = 4

/** An address as a QR code: SVG for print of any size, PNG for programs that know nothing else. */
export function codeOf(url: string): LinkCode {
  const { data } = encode(url, { ecc: 'M', border: QUIET })
  return {
    svg: renderSVG(url, { ecc: 'M', border: QUIET }),
    png: pngOf(data, PIXELS).toString('base64'),
  }
}
