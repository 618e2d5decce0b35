import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieAttributes, cookiePrefix } from './cookie-names.ts'

/** Seconds for which a browser counts as known after a sign-in. */
const COOKIE_LIFE_S = 90 * 24 * 60 * 60

export type KnownDeviceOptions = { secret: string; isSecure: boolean; now: () => number }

export type KnownDevices = {
  /** Returns the device that sent these cookies, if it signed in to the account before. */
  find: (headers: Headers, account: string) => string | undefined
  /** Returns the `Set-Cookie` line that identifies the device from now on. */
  remember: (account: string, device: string | undefined) => string
}

/**
 * Marks browsers that have signed in with a signed cookie, so that failures of strangers do not lock out the owner. The
 * cookie grants no access: the password is still required.
 */
export function createKnownDevices({ secret, isSecure, now }: KnownDeviceOptions): KnownDevices {
  const name = `${cookiePrefix(isSecure)}.known_device`
  const sign = (device: string, endS: number, account: string) =>
    createHmac('sha256', secret).update(`known device\n${device}\n${endS}\n${account}`).digest()

  return {
    find: (headers, account) => {
      const value = cookieOf(headers, name)
      const [, device = '', end = '', sentSignature = ''] =
        /^([\w-]{22})\.(\d{1,11})\.([\w-]{43})$/.exec(value ?? '') ?? []
      if (device === '' || Number(end) * 1000 <= now()) return undefined
      const isOurs = timingSafeEqual(
        Buffer.from(sentSignature, 'base64url'),
        sign(device, Number(end), account),
      )
      return isOurs ? device : undefined
    },
    remember: (account, device = randomBytes(16).toString('base64url')) => {
      const endS = Math.floor(now() / 1000) + COOKIE_LIFE_S
      const value = `${device}.${endS}.${sign(device, endS, account).toString('base64url')}`
      return `${name}=${value}; Max-Age=${COOKIE_LIFE_S}; ${cookieAttributes(isSecure)}`
    },
  }
}

/** Returns the value of a request's cookie; undefined when the request does not contain it. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key === name) return rest.join('=')
  }
  return undefined
}
