import { hostileAddresses } from './hostile-urls.ts'
import type { DnsRecords } from './name-server.ts'

/** A public IP address. One reserved for documentation would itself be refused as not public. */
const PUBLIC = '203.0.112.1'

/** A hostname, and its DNS records at each lookup. */
export type HostileName = { name: string; recordsAt: (queryNumber: number) => DnsRecords }

const recordsOf = (...addresses: string[]): DnsRecords => ({ addresses })

/**
 * Hostnames that look harmless and resolve to internal IP addresses. A check of the URL cannot detect them, only a
 * check when the socket connects.
 */
export const hostileNames: readonly HostileName[] = [
  ...hostileAddresses.map((address, n) => ({
    name: `n${n}.shop.example`,
    recordsAt: () => recordsOf(address),
  })),
  { name: '127.0.0.1.nip.io', recordsAt: () => recordsOf('127.0.0.1') },
  { name: '7f000001.nip.io', recordsAt: () => recordsOf('127.0.0.1') },
  { name: '10-0-0-1.sslip.io', recordsAt: () => recordsOf('10.0.0.1') },
  { name: 'localtest.me', recordsAt: () => recordsOf('127.0.0.1', '::1') },
  { name: 'xn--caff-8oa.example', recordsAt: () => recordsOf('127.0.0.1') },
  { name: 'good-then-bad.example', recordsAt: () => recordsOf(PUBLIC, '127.0.0.1') },
  { name: 'bad-then-good.example', recordsAt: () => recordsOf('127.0.0.1', PUBLIC) },
  { name: 'good-and-mapped.example', recordsAt: () => recordsOf(PUBLIC, '::ffff:127.0.0.1') },
  { name: 'good-and-ipv6.example', recordsAt: () => recordsOf(PUBLIC, '::1') },
  {
    name: 'ipv6-good-ipv4-bad.example',
    recordsAt: () => recordsOf('2606:4700::1111', '127.0.0.1'),
  },
  {
    name: 'one-bad-of-ten.example',
    recordsAt: () => recordsOf(...Array(9).fill(PUBLIC), '127.0.0.1'),
  },
  {
    name: 'alias.example',
    recordsAt: () => ({ alias: 'localhost', addresses: ['127.0.0.1'] }),
  },
  {
    name: 'alias-of-metadata.example',
    recordsAt: () => ({ alias: 'metadata.google.internal', addresses: ['169.254.169.254'] }),
  },
  {
    name: 'alias-of-good.example',
    recordsAt: () => ({ alias: 'good.example', addresses: ['::1', PUBLIC] }),
  },
]
