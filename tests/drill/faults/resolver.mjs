// No fault: the drill's name server replaces the network's, and resolvers query it over DNS as usual.
import { Resolver } from 'node:dns/promises'

const configured = new WeakSet()
for (const method of ['resolve4', 'resolve6']) {
  const resolve = Resolver.prototype[method]
  Resolver.prototype[method] = function (...args) {
    // Once per resolver: the servers must not change while a query is in progress.
    if (!configured.has(this)) this.setServers([process.env.DRILL_NAME_SERVER])
    configured.add(this)
    return resolve.apply(this, args)
  }
}
