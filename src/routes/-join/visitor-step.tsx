import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OfferedMembership } from '#server/features/team/team.schema.ts'
import { config } from '../../lib/config.ts'
import { join } from '../../texts/join.ts'
import { INVITED } from '../-auth/auth-search.ts'
import { Offer } from './offer.tsx'

const search = { redirect: INVITED }

/** Who is not signed in does that first, and comes back. */
export function VisitorStep({ offer }: { offer: OfferedMembership }) {
  return (
    <Stack gap="md">
      <Offer {...offer} />
      <Button
        size="md"
        fullWidth
        renderRoot={(props) => <Link to="/sign-in" search={search} {...props} />}
      >
        {join.signIn}
      </Button>
      <Button
        variant="default"
        size="md"
        fullWidth
        renderRoot={(props) => <Link to="/sign-up" search={search} {...props} />}
      >
        {join.signUp}
      </Button>
      {/* The link of the mail may open where nothing is known of the invitation. */}
      {config.verifiesEmail && (
        <Text size="sm" c="dimmed" ta="center">
          {join.verifyFirst}
        </Text>
      )}
    </Stack>
  )
}
