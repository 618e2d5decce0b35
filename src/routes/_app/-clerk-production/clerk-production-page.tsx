import { ExternalLinks } from '../../../features/guides/external-link.tsx'
import { failureLine } from '../../../features/guides/failure-line.ts'
import { GenerateButton, GuideFailure, GuideText } from '../../../features/guides/generated.tsx'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { textOf } from '../../../lib/read-answer.ts'
import { aiGuides, clerkProduction } from '../../../texts/ai-guides.ts'
import { trpc } from '../../../trpc.ts'

const { checklist, guide, environments, links } = clerkProduction

export function ClerkProductionPage() {
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
        isMaking={isFetching}
        isReady={data?.success === true && !error}
        onClick={() => void refetch()}
      />
      {!isFetching && error && (
        <GuideFailure title={aiGuides.failed}>{failureLine(error)}</GuideFailure>
      )}
      {!isFetching && !error && data && data.success !== true && (
        <GuideFailure title={aiGuides.openaiFailed}>
          {textOf(data.error) || aiGuides.invalid}
        </GuideFailure>
      )}
      {!error && data?.success === true && <GuideText text={textOf(data.guide)} />}
    </GuideSection>
  )
}
