import { encode, renderSVG } from 'uqr'
import type { LinkCode } from './payment-links.schema.ts'
import { pngOf } from './png.ts'

/** Pixels per module: enough to print the code at the size of a hand. */
const PIXELS = 12
const QUIET = 4

/** Returns a URL as a QR code: SVG for print at any size, PNG for programs that cannot read SVG. */
export function codeOf(url: string): LinkCode {
  const { data } = encode(url, { ecc: 'M', border: QUIET })
  return {
    svg: renderSVG(url, { ecc: 'M', border: QUIET }),
    png: pngOf(data, PIXELS).toString('base64'),
  }
}
