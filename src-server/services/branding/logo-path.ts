/** Path of logos, below the path of the payment-link pages, which load everything from there. */
export const LOGO_PATH = '/pay/logo'

/** Returns the logo's URL path. Another logo has another path, so browsers may cache it forever. */
export const logoPath = (logoHash: string): string => `${LOGO_PATH}/${logoHash}`
