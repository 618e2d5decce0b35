/** IP addresses that are not public and that webhooks may reach nevertheless. */
export type PrivateAddresses = 'none' | 'loopback' | 'all'

export type UrlRules = { privateAddresses: PrivateAddresses; mayBePlain: boolean }
