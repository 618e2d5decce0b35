// Breaks the server on purpose: every address counts as one of the public internet.
import ipaddr from 'ipaddr.js'

for (const kind of [ipaddr.IPv4, ipaddr.IPv6]) {
  kind.prototype.range = () => 'unicast'
  kind.prototype.match = ([{ octets }]) => octets === undefined
}
