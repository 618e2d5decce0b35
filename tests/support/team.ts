import type { TeamRole } from '#server/features/team/team.schema.ts'
import type { Person, TestApp } from './test-app.ts'

/** Returns the token in an invitation's link. */
export const tokenOf = ({ link }: { link: string }): string => String(link.split('#')[1])

/** Creates a new person who has joined the owner's merchant by an invitation link. */
export async function createTeamMember(
  app: TestApp,
  owner: Person,
  role: TeamRole = 'staff',
): Promise<Person> {
  const person = await app.person({ isOnboarded: false })
  const token = tokenOf(await owner.api.team.invite.mutate({ role }))
  return Object.assign(person, { merchant: await person.api.team.accept.mutate({ token }) })
}
