// No fault: the network's name server is the drill's own, and resolvers ask it over DNS as ever.
import { Resolver } from 'node:dns/promises'

const told = new WeakSet()
for (const method of ['resolve4', 'resolve6']) {
  const ask = Resolver.prototype[method]
  Resolver.prototype[method] = function (...words) {
    // Not while a question is open.
    if (!told.has(this)) this.setServers([process.env.DRILL_NAME_SERVER])
    told.add(this)
    return ask.apply(this, words)
  }
}
