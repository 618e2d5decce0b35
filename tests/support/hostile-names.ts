import { hostileAddresses } from './hostile-urls.ts'
import type { DnsRecords } from './name-server.ts'

/** A public IP address that no host has, so that no connection to it succeeds. */
const PUBLIC = '203.0.112.1'

/** A hostname, and its DNS records at each lookup. */
export type HostileName = { name: string; meaning: (queryNumber: number) => DnsRecords }

const recordsOf = (...addresses: string[]): DnsRecords => ({ addresses })

/**
 * Hostnames that look harmless and resolve to internal IP addresses. A check of the URL cannot detect them, only a
 * check when the socket connects.
 */
export const hostileNames: readonly HostileName[] = [
  ...hostileAddresses.map((address, n) => ({
    name: `n${n}.shop.example`,
    meaning: () => recordsOf(address),
  })),
  { name: '127.0.0.1.nip.io', meaning: () => recordsOf('127.0.0.1') },
  { name: '7f000001.nip.io', meaning: () => recordsOf('127.0.0.1') },
  { name: '10-0-0-1.sslip.io', meaning: () => recordsOf('10.0.0.1') },
  { name: 'localtest.me', meaning: () => recordsOf('127.0.0.1', '::1') },
  { name: 'xn--caff-8oa.example', meaning: () => recordsOf('127.0.0.1') },
  { name: 'good-then-bad.example', meaning: () => recordsOf(PUBLIC, '127.0.0.1') },
  { name: 'bad-then-good.example', meaning: () => recordsOf('127.0.0.1', PUBLIC) },
  { name: 'good-and-mapped.example', meaning: () => recordsOf(PUBLIC, '::ffff:127.0.0.1') },
  { name: 'good-and-six.example', meaning: () => recordsOf(PUBLIC, '::1') },
  { name: 'six-good-four-bad.example', meaning: () => recordsOf('2606:4700::1111', '127.0.0.1') },
  {
    name: 'one-bad-of-ten.example',
    meaning: () => recordsOf(...Array(9).fill(PUBLIC), '127.0.0.1'),
  },
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
