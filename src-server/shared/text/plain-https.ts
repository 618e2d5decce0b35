/**
 * Matches a host name or an IP address. Other characters that URLs allow in a host would add directives to a content
 * security policy.
 */
const HOST = /^(?:[a-z\d.-]+|\[[a-f\d:.]+\])$/

/**
 * Returns true for an https URL without user name and password, with a host that a content security policy may contain.
 */
export function isPlainHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && HOST.test(hostname) && username === '' && password === ''
}
