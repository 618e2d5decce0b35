import { createFileRoute } from '@tanstack/react-router'
import { Failure } from '#client/components/error-state.tsx'
import { ExternalLinks } from '#client/features/guides/external-link.tsx'
import {
  failureLine,
  GenerateButton,
  GuideText,
  textOf,
} from '#client/features/guides/generated.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { Points } from '#client/features/guides/marked-text.tsx'
import { aiGuides, clerkProduction } from '#client/texts/en/ai-guides.ts'
import { trpc } from '#client/trpc.ts'

export const Route = createFileRoute('/_app/clerk-production')({
  staticData: { needsMerchant: false, needsSession: true },
  component: ClerkProductionPage,
})

const { checklist, guide, environments, links } = clerkProduction

function ClerkProductionPage() {
  return (
    <GuidePage title={clerkProduction.title} intro={clerkProduction.intro}>
      <GuideSection title={checklist.title}>
        <Points points={checklist.points} />
      </GuideSection>
      <ProductionGuide />
      <GuideSection title={environments.title}>
        <Points points={environments.points} />
        <ExternalLinks links={links} />
      </GuideSection>
    </GuidePage>
  )
}

function ProductionGuide() {
  const { data, error, refetch, isFetching } = trpc.clerk.productionGuide.useQuery(undefined, {
    enabled: false,
  })
  return (
    <GuideSection title={guide.title} text={guide.text}>
      <GenerateButton
        label={data ? guide.again : guide.run}
        isGenerating={isFetching}
        isReady={data?.success === true && !error}
        onClick={() => void refetch()}
      />
      {!isFetching && error && <Failure title={aiGuides.failed}>{failureLine(error)}</Failure>}
      {!isFetching && !error && data && data.success !== true && (
        <Failure title={aiGuides.openaiFailed}>{textOf(data.error) || aiGuides.invalid}</Failure>
      )}
      {!error && data?.success === true && <GuideText text={textOf(data.guide)} />}
    </GuideSection>
  )
}
