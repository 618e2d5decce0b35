/** IP addresses that are not public and that webhooks may reach nevertheless. */
export type PrivateAddresses = 'none' | 'loopback' | 'all'

/** Rules for the URLs of webhooks. `mayBePlain` allows http instead of https for the hosts in `privateAddresses`. */
export type UrlRules = { privateAddresses: PrivateAddresses; mayBePlain: boolean }
