// No fault: the drill's name server replaces the network's, and resolvers query it over DNS as usual.
import { Resolver } from 'node:dns/promises'

const told = new WeakSet()
for (const method of ['resolve4', 'resolve6']) {
  const ask = Resolver.prototype[method]
  Resolver.prototype[method] = function (...words) {
    // Once per resolver: the servers must not change while a query is in progress.
    if (!told.has(this)) this.setServers([process.env.DRILL_NAME_SERVER])
    told.add(this)
    return ask.apply(this, words)
  }
}
