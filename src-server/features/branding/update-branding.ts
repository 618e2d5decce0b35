import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import {
  type BrandingRow,
  findBranding,
  saveBranding,
} from '#server/services/branding/branding.queries.ts'
import { logoPath } from '#server/services/branding/logo-path.ts'
import { takeAllowance } from '#server/services/identity/throttle/take-allowance.ts'
import { readPicture } from '#server/services/pictures/read-picture.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { type Branding, MAX_LOGO_BYTES, type UpdateBranding } from './branding.schema.ts'

/** Shortest side, longest side and area of a logo in pixels. A logo of 2000 pixels is sharp on every screen. */
const LOGO_LIMITS = { least: 16, most: 2000, pixels: 4_000_000 }

export const brandingOf = ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
  logoHash,
}: BrandingRow): Branding => ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
  logoUrl: logoHash === null ? null : logoPath(logoHash),
})

/** Changes the branding. Writes no audit entry when nothing changes. Reads the logo before any row is locked. */
export async function updateBranding(
  ctx: MerchantCtx,
  { logo, ...texts }: UpdateBranding,
): Promise<Branding> {
  const picture = logo === undefined ? undefined : await readLogo(ctx, logo)
  const { logo: _, ...logoColumns } = picture ?? {}
  const chosen = omitAbsent(texts)
  return inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const row = await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!row) throw new AppError('not_found', 'There is no such merchant.')
    const before = await findBranding(db, { merchantId })
    const after: BrandingRow = { ...before, ...chosen, ...logoColumns }
    const difference = diffFields(auditedFields(before), auditedFields(after))
    if (Object.keys(difference.after).length === 0) return brandingOf(before)
    await saveBranding(db, { merchantId }, { ...chosen, ...picture, updatedAt: toIso(ctx.now()) })
    const action = 'merchant.updated'
    await audit(inner, { merchantId, action, objectId: merchantId, ...difference })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return brandingOf(after)
  })
}

const omitAbsent = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> | null } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]> | null
  }

/** Audits only the hash of a logo, which shows whether the logo changed. */
const auditedFields = ({ logoType: _, logoHash, ...texts }: BrandingRow) => ({
  ...texts,
  logo: logoHash,
})

type LogoColumns = Pick<BrandingRow, 'logoType' | 'logoHash'> & { logo: string | null }

async function readLogo(ctx: MerchantCtx, text: string | null): Promise<LogoColumns> {
  if (text === null) return { logo: null, logoType: null, logoHash: null }
  const upload = Buffer.from(text, 'base64')
  if (upload.length > MAX_LOGO_BYTES) throw invalidLogo('must have at most 200 kB')
  await assertMayUpload(ctx)
  // A small file may unpack to many megabytes, so pictures of all merchants are read one at a time.
  const picture = await runSerially('logo', () => readPicture(upload, LOGO_LIMITS))
  if ('fault' in picture) throw invalidLogo(picture.fault)
  const { type, bytes } = picture
  const logoHash = createHash('sha256').update(bytes).digest('hex')
  return { logo: bytes.toString('base64'), logoType: type, logoHash }
}

const RETRY_S = 60 * 60

/** Counts rejected pictures too, since reading a picture is the costly part. */
async function assertMayUpload({ config, db, merchant, now }: MerchantCtx): Promise<void> {
  if (!config.areRateLimitsOn) return
  const allowance = { limit: 'logos', key: `logos:${homeIdOf(merchant)}` } as const
  if (await takeAllowance(db as Kysely<Database>, [allowance], now())) return
  throw new AppError('limit', 'Ten logos an hour can be uploaded. Try again in an hour.', {
    retryAfterS: RETRY_S,
  })
}

const invalidLogo = (message: string) =>
  new AppError('invalid', `logo: ${message}`, { issues: [{ path: 'logo', message }] })
