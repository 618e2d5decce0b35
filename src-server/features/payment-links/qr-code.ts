import { encode, renderSVG } from 'uqr'
import type { LinkCode } from './payment-links.schema.ts'
import { encodePng } from './png.ts'

/** Pixels per module: enough to print the code at the size of a hand. */
const MODULE_PIXELS = 12
const QUIET_ZONE = 4

/** Returns a URL as a QR code: SVG for print at any size, PNG for programs that cannot read SVG. */
export function renderQrCode(url: string): LinkCode {
  const { data } = encode(url, { ecc: 'M', border: QUIET_ZONE })
  return {
    svg: renderSVG(url, { ecc: 'M', border: QUIET_ZONE }),
    png: encodePng(data, MODULE_PIXELS).toString('base64'),
  }
}
