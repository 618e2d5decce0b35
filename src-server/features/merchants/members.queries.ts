import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/**
 * Returns whether an e-mail address belongs to a member of the merchant; with `needsProof`, the address must be
 * confirmed. Of members with an external identity provider, only the creator's address is stored here. The provider has
 * confirmed it, and it counts while the creator is a member.
 */
export async function isMemberEmail(
  db: Db,
  { merchantId, email }: { merchantId: string; email: string },
  { needsProof }: { needsProof: boolean },
): Promise<boolean> {
  const lowerEmail = email.toLowerCase()
  const member = await db
    .selectFrom('merchantMembers as member')
    .innerJoin('merchants', 'merchants.id', 'member.merchantId')
    .leftJoin('authUsers as person', (join) =>
      join.onRef('person.id', '=', 'member.subject').on('member.provider', '=', 'embedded'),
    )
    .select('member.subject')
    .where('member.merchantId', '=', merchantId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('person.email', '=', lowerEmail),
          // A number in SQLite, a boolean in PostgreSQL.
          ...(needsProof ? [sql<boolean>`person.email_verified`] : []),
        ]),
        eb.and([
          eb('member.provider', '!=', 'embedded'),
          eb('member.createdAt', '=', eb.ref('merchants.createdAt')),
          eb(sql`lower(merchants.email)`, '=', lowerEmail),
        ]),
      ]),
    )
    .executeTakeFirst()
  return member !== undefined
}

/**
 * Finds the e-mail address of a member with embedded sign-in. `merchantId` is the id of the test-mode row, which has
 * the members.
 */
export const findMemberEmail = (
  db: Db,
  { merchantId, subject }: { merchantId: string; subject: string },
) =>
  db
    .selectFrom('merchantMembers as member')
    .innerJoin('authUsers as person', (join) =>
      join.onRef('person.id', '=', 'member.subject').on('member.provider', '=', 'embedded'),
    )
    .select('person.email')
    .where('member.merchantId', '=', merchantId)
    .where('member.subject', '=', subject)
    .executeTakeFirst()
