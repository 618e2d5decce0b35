/** Beside the pages of payment links: what these load comes from where they do. */
export const LOGO_PATH = '/pay/logo'

/** Another logo has another address, so browsers keep it for good. */
export const logoPath = (logoHash: string): string => `${LOGO_PATH}/${logoHash}`
