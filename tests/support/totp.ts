import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the code that an authenticator app with this URI shows at that time (RFC 6238). */
export function totp(uri: string, atMs: number): string {
  const { searchParams } = new URL(uri)
  const period = Number(searchParams.get('period') ?? 30)
  const digits = Number(searchParams.get('digits') ?? 6)
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1000 / period)))
  const digest = createHmac('sha1', fromBase32(searchParams.get('secret') ?? ''))
    .update(counter)
    .digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
