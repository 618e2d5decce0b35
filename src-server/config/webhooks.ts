/** Which addresses that are not public webhooks may reach. */
export type PrivateAddresses = 'none' | 'loopback' | 'all'

export type UrlRules = { privateAddresses: PrivateAddresses; mayBePlain: boolean }
