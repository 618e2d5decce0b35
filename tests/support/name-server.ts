import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** DNS records of a name: IP addresses of either version, and the canonical name if the name is an alias. */
export type DnsRecords = { alias?: string; addresses: readonly string[] }

/** A DNS server whose records tests set. */
export type NameServer = AsyncDisposable & {
  port: number
  /**
   * Sets the records of a name. `dnsRecords` receives the number of the lookup, from 1; the queries for both IP versions
   * of a lookup have the same number.
   */
  setRecords: (name: string, dnsRecords: (lookupCount: number) => DnsRecords) => void
}

const TYPES = { a: 1, cname: 5, aaaa: 28 }
const NO_SUCH_NAME = 3

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
    Buffer.from([0]),
  ])

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const { hostname } = new URL(`http://[${address}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const groups = (text = '') => text.split(':').filter(Boolean)
  const missing = 8 - groups(before).length - groups(after).length
  const all = [...groups(before), ...Array.from({ length: missing }, () => '0'), ...groups(after)]
  return Buffer.from(all.flatMap((each) => [parseInt(each, 16) >> 8, parseInt(each, 16) & 255]))
}

/** Returns a record with a lifetime of zero, because the next query may get another response. */
function encodeRecord(owner: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}

/** Starts a DNS server on loopback whose responses change between queries. */
export async function startNameServer(): Promise<NameServer> {
  const recordsByName = new Map<string, (lookupCount: number) => DnsRecords>()
  const lookupCount = new Map<string, number>()
  const socket = createSocket('udp4')

  const responseTo = (question: Buffer): Buffer => {
    const end = question.indexOf(0, 12) + 1
    const type = question.readUInt16BE(end)
    const parts: string[] = []
    for (let at = 12; question[at]; at += Number(question[at]) + 1) {
      parts.push(question.toString('latin1', at + 1, at + 1 + Number(question[at])))
    }
    const name = parts.join('.').toLowerCase()
    const count = lookupCount.get(`${type} ${name}`) ?? 0
    lookupCount.set(`${type} ${name}`, count + 1)
    const dnsRecords = recordsByName.get(name)?.(count + 1)
    const owner = encodeName(dnsRecords?.alias ?? name)
    const matching = (dnsRecords?.addresses ?? []).filter(
      (address) => type === (isIPv6(address) ? TYPES.aaaa : TYPES.a),
    )
    const records = [
      ...(dnsRecords?.alias ? [encodeRecord(encodeName(name), TYPES.cname, owner)] : []),
      ...matching.map((address) => encodeRecord(owner, type, bytesOf(address))),
    ]
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (dnsRecords ? 0 : NO_SUCH_NAME), 2)
    head.writeUInt16BE(records.length, 6)
    // No authority records, and none of the additional records that a resolver puts into its query.
    head.writeUInt32BE(0, 8)
    return Buffer.concat([head, question.subarray(12, end + 4), ...records])
  }

  socket.on('message', (question, from) =>
    socket.send(responseTo(question), from.port, from.address),
  )
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    setRecords: (name, dnsRecords) => recordsByName.set(name, dnsRecords),
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
