import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { inTurn } from '#server/core/work/in-turn.ts'
import { audit, changed } from '#server/services/audit/audit.ts'
import { takeTurns } from '#server/services/identity/throttle/take-turns.ts'
import { logoPath } from '#server/services/looks/logo-path.ts'
import { findLook, type LookRow, saveLook } from '#server/services/looks/looks.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { holdMerchantRow } from '../merchants/merchants.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { pictureOf } from './logo-picture.ts'
import { type Look, MAX_LOGO_BYTES, type UpdateLook } from './look.schema.ts'

export const lookOf = ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
  logoHash,
}: LookRow): Look => ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
  logoUrl: logoHash === null ? null : logoPath(logoHash),
})

/** Changes the branding. Writes no audit entry when nothing changes. Reads the logo before any row is locked. */
export async function updateLook(ctx: MerchantCtx, { logo, ...texts }: UpdateLook): Promise<Look> {
  const picture = logo === undefined ? undefined : await columnsOf(ctx, logo)
  const { logo: _, ...named } = picture ?? {}
  const chosen = withoutAbsent(texts)
  return inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    const row = await holdMerchantRow(db, { merchantId, dialect, hold: 'team' })
    if (!row) throw new AppError('not_found', 'There is no such merchant.')
    const before = await findLook(db, { merchantId })
    const after: LookRow = { ...before, ...chosen, ...named }
    const noted = changed(wordsOf(before), wordsOf(after))
    if (Object.keys(noted.after).length === 0) return lookOf(before)
    await saveLook(db, { merchantId }, { ...chosen, ...picture, updatedAt: toIso(ctx.now()) })
    const action = 'merchant.updated'
    await audit(inner, { merchantId, action, objectId: merchantId, ...noted })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return lookOf(after)
  })
}

const withoutAbsent = <T extends object>(
  fields: T,
): { [K in keyof T]?: NonNullable<T[K]> | null } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]> | null
  }

/** Audits only the hash of a logo, which shows whether the logo changed. */
const wordsOf = ({ logoType: _, logoHash, ...texts }: LookRow) => ({ ...texts, logo: logoHash })

type LogoColumns = Pick<LookRow, 'logoType' | 'logoHash'> & { logo: string | null }

async function columnsOf(ctx: MerchantCtx, text: string | null): Promise<LogoColumns> {
  if (text === null) return { logo: null, logoType: null, logoHash: null }
  const sent = Buffer.from(text, 'base64')
  if (sent.length > MAX_LOGO_BYTES) throw refused('must have at most 200 kB')
  await assertMayUpload(ctx)
  // A small file may unpack to many megabytes, so pictures of all merchants are read one at a time.
  const picture = await inTurn('logo', () => pictureOf(sent))
  if ('fault' in picture) throw refused(picture.fault)
  const { type, bytes } = picture
  const logoHash = createHash('sha256').update(bytes).digest('hex')
  return { logo: bytes.toString('base64'), logoType: type, logoHash }
}

const UPLOAD_AGAIN_S = 60 * 60

/** Counts rejected pictures too, since reading a picture is the costly part. */
async function assertMayUpload({ config, db, merchant, now }: MerchantCtx): Promise<void> {
  if (!config.areRateLimitsOn) return
  const turn = { limit: 'logos', key: `logos:${homeIdOf(merchant)}` } as const
  if (await takeTurns(db as Kysely<Database>, [turn], now())) return
  throw new AppError('limit', 'Ten logos an hour can be uploaded. Try again in an hour.', {
    retryAfterS: UPLOAD_AGAIN_S,
  })
}

const refused = (message: string) =>
  new AppError('invalid', `logo: ${message}`, { issues: [{ path: 'logo', message }] })
