/** Hosts that PayPal cannot reach: this computer, and networks without public IP addresses. */
const PRIVATE_HOST =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|localhost|internal|test|lan)$/

/** Returns whether PayPal can call this site. It calls public https URLs only. A host without a dot is not public. */
export const isReachable = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' && hostname.includes('.') && !PRIVATE_HOST.test(hostname)
