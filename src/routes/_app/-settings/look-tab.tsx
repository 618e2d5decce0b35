import { Skeleton, Stack, Text } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { look as texts } from '#client/texts/en/look.ts'
import { trpc } from '#client/trpc.ts'
import { LookForm } from './look-form.tsx'
import { LookPreview } from './look-preview.tsx'
import { valuesOf } from './look-values.ts'

/** The branding of the payer's pages: owners edit it, staff see it. */
export function LookTab() {
  const look = trpc.look.get.useQuery()
  const merchant = trpc.merchant.current.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [look, merchant, role].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    )
  }
  if (!look.data || !merchant.data || !role.data) {
    return <Skeleton height="32rem" radius="lg" aria-busy />
  }
  const { businessName } = merchant.data
  return role.data.role === 'owner' ? (
    <LookForm look={look.data} businessName={businessName} />
  ) : (
    <Stack gap="lg">
      <Section title={texts.title} text={texts.text}>
        <Text size="sm">{texts.readOnly}</Text>
      </Section>
      <LookPreview values={valuesOf(look.data)} businessName={businessName} />
    </Stack>
  )
}
