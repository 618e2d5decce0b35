/** A name or an IP address: other characters that a host may have would add directives to a policy that names it. */
const HOST = /^(?:[a-z\d.-]+|\[[a-f\d:.]+\])$/

/** Whether a text is an address over TLS with no name or password in it, at a host that a policy may name. */
export function isPlainHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && HOST.test(hostname) && username === '' && password === ''
}
