// Breaks the server on purpose: every IP address counts as public.
import ipaddr from 'ipaddr.js'

for (const kind of [ipaddr.IPv4, ipaddr.IPv6]) {
  kind.prototype.range = () => 'unicast'
  kind.prototype.match = ([{ octets }]) => octets === undefined
}
