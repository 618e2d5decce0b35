import { createFileRoute } from '@tanstack/react-router'
import { Failure } from '#client/components/error-state.tsx'
import { ExternalLinks } from '#client/features/guides/external-link.tsx'
import { failureLine, GenerateButton } from '#client/features/guides/generated.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { Points } from '#client/features/guides/marked-text.tsx'
import { aiGuides, clerkMigration } from '#client/texts/en/ai-guides.ts'
import { trpc } from '#client/trpc.ts'
import { MigrationResult } from './-clerk-migration/migration-result.tsx'

export const Route = createFileRoute('/_app/clerk-migration')({
  staticData: { needsMerchant: false, needsSession: true },
  component: ClerkMigrationPage,
})

const { checklist, status: texts, links } = clerkMigration

function ClerkMigrationPage() {
  const { data, error, refetch, isFetching } = trpc.clerk.migrationStatus.useQuery(undefined, {
    enabled: false,
  })
  return (
    <GuidePage title={clerkMigration.title} intro={clerkMigration.intro}>
      <GuideSection title={checklist.title}>
        <Points points={checklist.points} />
        <ExternalLinks links={links} />
      </GuideSection>
      <GuideSection title={texts.title} text={texts.text}>
        <GenerateButton
          label={data ? texts.again : texts.run}
          isGenerating={isFetching}
          isReady={data !== undefined && data !== null && !error}
          onClick={() => void refetch()}
        />
        {!isFetching && error && <Failure title={aiGuides.failed}>{failureLine(error)}</Failure>}
        {!error && data && <MigrationResult {...data} isFetching={isFetching} />}
      </GuideSection>
    </GuidePage>
  )
}
