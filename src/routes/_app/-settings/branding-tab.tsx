import { Skeleton, Stack, Text } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { look as texts } from '#client/texts/en/look.ts'
import { trpc } from '#client/trpc.ts'
import { BrandingForm } from './branding-form.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { valuesOf } from './branding-values.ts'

/** The branding of the payer's pages: owners edit it, staff see it. */
export function BrandingTab() {
  const branding = trpc.look.get.useQuery()
  const merchant = trpc.merchant.current.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [branding, merchant, role].find(({ error, data }) => error && !data)
  if (failed?.error) {
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    )
  }
  if (!branding.data || !merchant.data || !role.data) {
    return <Skeleton height="32rem" radius="lg" aria-busy />
  }
  const { businessName } = merchant.data
  return role.data.role === 'owner' ? (
    <BrandingForm look={branding.data} businessName={businessName} />
  ) : (
    <Stack gap="lg">
      <Section title={texts.title} text={texts.text}>
        <Text size="sm">{texts.readOnly}</Text>
      </Section>
      <BrandingPreview values={valuesOf(branding.data)} businessName={businessName} />
    </Stack>
  )
}
