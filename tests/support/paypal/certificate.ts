import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** DER elements: https://www.itu.int/rec/T-REC-X.690 */
const element = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const objectId = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const wholeNumber = (hex: string) => element(0x02, Buffer.from(hex, 'hex'))
const timeOf = (atMs: number) =>
  element(0x17, Buffer.from(`${new Date(atMs).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), element(0x05))
const nameOf = (commonName: string) =>
  sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from(commonName)))))

const DAY_MS = 86_400_000

/** Returns a certificate for a key, signed by the key itself, that is valid for 400 days. */
export function certificateOf(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  nowMs: number,
): string {
  const subject = nameOf('messageverificationcerts.paypal.example')
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(
    element(0xa0, wholeNumber('02')),
    // A first byte of 7f keeps the number positive, without padding.
    wholeNumber(`7f${createHash('sha256').update(spki).digest('hex').slice(0, 30)}`),
    SHA256_WITH_RSA,
    subject,
    sequence(timeOf(nowMs - DAY_MS), timeOf(nowMs + 400 * DAY_MS)),
    subject,
    spki,
  )
  const signature = sign('sha256', body, keys.privateKey)
  const der = sequence(body, SHA256_WITH_RSA, element(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

export const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
