import type { TeamRole } from '#server/features/team/team.schema.ts'

/** Names of the roles of members. */
export const roleNames: Record<TeamRole, string> = {
  owner: 'Owner',
  staff: 'Staff',
  accountant: 'Accountant',
}
