import { Stack } from '@mantine/core'
import { Points } from '../../../features/guides/points.tsx'
import { docs } from '../../../texts/docs.ts'
import classes from './docs.module.css'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { ServiceCatalogue } from './service-catalogue.tsx'

const { targets, enterprise } = docs

export function Overview() {
  return (
    <Stack gap="lg">
      <ServiceCatalogue />
      <GuideSection title={targets.title} text={targets.text}>
        <dl className={classes.targets}>
          {targets.items.map(({ figure, name }) => (
            <div key={name} className={classes.target}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </GuideSection>
      <GuideSection title={enterprise.title}>
        <Points points={enterprise.points} />
      </GuideSection>
    </Stack>
  )
}
