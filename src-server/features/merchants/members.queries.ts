import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/**
 * Whether an address is one of the merchant's own members. Where their sign-in is kept elsewhere only the address of
 * who made the merchant is known here, which that provider has confirmed; it counts while they are a member.
 */
export async function isAddressOfMember(
  db: Db,
  { merchantId, email }: { merchantId: string; email: string },
  { needsProof }: { needsProof: boolean },
): Promise<boolean> {
  const address = email.toLowerCase()
  const found = await db
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
          eb('person.email', '=', address),
          // A number in one database, a truth value in the other.
          ...(needsProof ? [sql<boolean>`person.email_verified`] : []),
        ]),
        eb.and([
          eb('member.provider', '!=', 'embedded'),
          eb('member.createdAt', '=', eb.ref('merchants.createdAt')),
          eb(sql`lower(merchants.email)`, '=', address),
        ]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** The address of a member whose sign-in is kept here. `merchantId` is that of the test book, which has the members. */
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
