import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { nullAs, noPage } from '../../../lib/visitor.ts'
import { integration } from '../../../texts/integration.ts'
import { trpc } from '../../../trpc.ts'
import { EventsContent } from './events-content.tsx'
import { recentInput } from './integration-search.ts'
import { Section } from '../../../components/section.tsx'

const texts = integration.recent

export function RecentEvents() {
  const query = trpc.webhooks.list.useQuery(recentInput, { select: nullAs(noPage) })
  return (
    <Section
      title={texts.title}
      id="events"
      isBusy={query.isFetching}
      action={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="." search={{ tab: 'events' }} />}
        >
          {texts.all}
        </Anchor>
      }
    >
      <EventsContent query={query} label={texts.title} />
    </Section>
  )
}
