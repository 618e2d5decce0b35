/** The branding of a merchant's payer pages; null where nothing was chosen. */
export interface MerchantBrandingRow {
  merchantId: string
  /** A colour such as `#1864ab`. */
  accent: string | null
  supportEmail: string | null
  termsUrl: string | null
  privacyUrl: string | null
  /** The image's bytes in base64, without any other data. */
  logo: string | null
  logoType: 'image/png' | 'image/jpeg' | null
  /** SHA-256 of the bytes, which identifies the logo in its URL. */
  logoHash: string | null
  updatedAt: string
}
