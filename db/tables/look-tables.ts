/** How the pages for a merchant's payers look; null where nothing was chosen. */
export interface MerchantLookRow {
  merchantId: string
  /** Such as `#1864ab`. */
  accent: string | null
  supportEmail: string | null
  termsUrl: string | null
  privacyUrl: string | null
  /** The bytes in base64, without anything that is not the picture. */
  logo: string | null
  logoType: 'image/png' | 'image/jpeg' | null
  /** SHA-256 of the bytes, under which it is served. */
  logoHash: string | null
  updatedAt: string
}
