import { hostileAddresses } from './hostile-urls.ts'
import type { Meaning } from './name-server.ts'

/** Public, but without a host, so that no connection succeeds. */
const PUBLIC = '203.0.112.1'

export type HostileName = { name: string; meaning: (asked: number) => Meaning }

const meaning = (...addresses: string[]): Meaning => ({ addresses })

/** Names that look like any shop's and resolve to internal IP addresses. Only the connecting code can detect them. */
export const hostileNames: readonly HostileName[] = [
  ...hostileAddresses.map((address, n) => ({
    name: `n${n}.shop.example`,
    meaning: () => meaning(address),
  })),
  { name: '127.0.0.1.nip.io', meaning: () => meaning('127.0.0.1') },
  { name: '7f000001.nip.io', meaning: () => meaning('127.0.0.1') },
  { name: '10-0-0-1.sslip.io', meaning: () => meaning('10.0.0.1') },
  { name: 'localtest.me', meaning: () => meaning('127.0.0.1', '::1') },
  { name: 'xn--caff-8oa.example', meaning: () => meaning('127.0.0.1') },
  { name: 'good-then-bad.example', meaning: () => meaning(PUBLIC, '127.0.0.1') },
  { name: 'bad-then-good.example', meaning: () => meaning('127.0.0.1', PUBLIC) },
  { name: 'good-and-mapped.example', meaning: () => meaning(PUBLIC, '::ffff:127.0.0.1') },
  { name: 'good-and-six.example', meaning: () => meaning(PUBLIC, '::1') },
  { name: 'six-good-four-bad.example', meaning: () => meaning('2606:4700::1111', '127.0.0.1') },
  { name: 'one-bad-of-ten.example', meaning: () => meaning(...Array(9).fill(PUBLIC), '127.0.0.1') },
  {
    name: 'alias.example',
    meaning: () => ({ alias: 'localhost', addresses: ['127.0.0.1'] }),
  },
  {
    name: 'alias-of-metadata.example',
    meaning: () => ({ alias: 'metadata.google.internal', addresses: ['169.254.169.254'] }),
  },
  {
    name: 'alias-of-good.example',
    meaning: () => ({ alias: 'good.example', addresses: ['::1', PUBLIC] }),
  },
]
