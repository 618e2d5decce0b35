import { clerkVisual } from '#client/texts/en/clerk-visual.ts'
import {
  Arrow,
  Box,
  Globe,
  NamedBox,
  Padlock,
  Picture,
  SwitchOn,
  WindowFrame,
  Words,
} from './parts.tsx'

const texts = clerkVisual.pictures

export function StartPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <WindowFrame x={20} y={20} width={440} height={220} />
      <Words x={42} y={78} isCode isStrong>
        $ npm start
      </Words>
      <Words x={42} y={110} isCode tone="good">
        ✓ listening
      </Words>
      <Words x={42} y={142} isCode>
        {'Incasso     http://127.0.0.1:3000'}
      </Words>
      <Box x={32} y={160} width={416} height={34} look="good" />
      <Words x={42} y={182} isCode isStrong>
        {'sign-in     Clerk (…accounts.dev)'}
      </Words>
    </Picture>
  )
}

const METHODS = ['Email', 'Password', 'Google']

export function ApplicationPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <WindowFrame x={60} y={12} width={360} height={236} />
      <Words x={84} y={64} tone="dim">
        Application name
      </Words>
      <Box x={84} y={72} width={312} height={34} />
      <Words x={98} y={94} isStrong>
        Incasso
      </Words>
      {METHODS.map((method, index) => (
        <g key={method} transform={`translate(0 ${122 + index * 26})`}>
          <Words x={84} y={14}>
            {method}
          </Words>
          <SwitchOn x={362} y={0} />
        </g>
      ))}
      <Box x={84} y={204} width={312} height={32} look="accent" />
      <Words x={240} y={225} anchor="middle" tone="onAccent" isStrong>
        Create application
      </Words>
    </Picture>
  )
}

export function KeysPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <WindowFrame x={12} y={20} width={190} height={220} />
      <Words x={84} y={39} tone="dim">
        API keys
      </Words>
      <Words x={30} y={82} tone="dim">
        Publishable key
      </Words>
      <Box x={30} y={90} width={154} height={38} look="soft" />
      <Globe x={40} y={99} />
      <Words x={70} y={114} isCode>
        pk_test_…
      </Words>
      <Words x={30} y={162} tone="dim">
        Secret key
      </Words>
      <Box x={30} y={170} width={154} height={38} look="soft" />
      <Padlock x={41} y={178} />
      <Words x={70} y={194} isCode>
        sk_test_…
      </Words>
      <Arrow from={{ x: 192, y: 109 }} to={{ x: 250, y: 109 }} />
      <Arrow from={{ x: 192, y: 189 }} to={{ x: 250, y: 189 }} />
      <Box x={258} y={20} width={210} height={220} />
      <Words x={274} y={46} isStrong>
        .env
      </Words>
      <Words x={274} y={106} isCode tone="dim">
        CLERK_PUBLISHABLE_KEY
      </Words>
      <Words x={274} y={126} isCode tone="accent">
        =pk_test_…
      </Words>
      <Words x={274} y={186} isCode tone="dim">
        CLERK_SECRET_KEY
      </Words>
      <Words x={274} y={206} isCode tone="accent">
        =sk_test_…
      </Words>
    </Picture>
  )
}

export function RolesPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <NamedBox
        x={160}
        y={14}
        width={160}
        height={62}
        look="soft"
        name="Clerk"
        note={texts.clerk}
      />
      <NamedBox x={14} y={180} width={150} height={62} name={texts.browser} note={texts.page} />
      <NamedBox x={316} y={180} width={150} height={62} look="accent" name="Incasso" />
      <Arrow from={{ x: 80, y: 172 }} to={{ x: 166, y: 84 }} />
      <Arrow from={{ x: 206, y: 84 }} to={{ x: 120, y: 172 }} />
      <Arrow from={{ x: 172, y: 211 }} to={{ x: 308, y: 211 }} />
      <Arrow from={{ x: 380, y: 172 }} to={{ x: 300, y: 84 }} />
      <Words x={44} y={116}>
        {texts.signsIn}
      </Words>
      <Words x={178} y={140}>
        {texts.token}
      </Words>
      <Words x={198} y={201}>
        {texts.request}
      </Words>
      <Words x={352} y={118}>
        {texts.verifies}
      </Words>
      <Words x={356} y={138} tone="dim">
        {texts.withKey}
      </Words>
    </Picture>
  )
}

/** Same order as the texts for names and notes. */
const LANES = [
  { keys: 'pk_test_…', instance: 'Development', app: 'A' },
  { keys: 'pk_live_…', instance: 'Production', app: 'B' },
  { keys: 'pk_live_…', instance: 'Production', app: 'A' },
] as const

export function EnvironmentsPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      {LANES.map(({ keys, instance, app }, index) => (
        <g key={texts.lanes[index]?.name} transform={`translate(0 ${10 + index * 84})`}>
          <NamedBox
            x={10}
            y={0}
            width={150}
            height={68}
            look={index === 2 ? 'good' : 'plain'}
            name={texts.lanes[index]?.name ?? ''}
            note={texts.lanes[index]?.note}
          />
          <Arrow from={{ x: 296, y: 42 }} to={{ x: 168, y: 42 }} />
          <Words x={232} y={31} anchor="middle" isCode tone="accent">
            {keys}
          </Words>
          <NamedBox
            x={304}
            y={0}
            width={166}
            height={68}
            look="soft"
            name={texts.application(app)}
            note={instance}
          />
        </g>
      ))}
    </Picture>
  )
}

const RECORDS = ['clerk', 'accounts', 'clkmail']

export function DnsPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <NamedBox x={10} y={100} width={132} height={60} name="example.com" note={texts.dns} />
      <Arrow from={{ x: 148, y: 112 }} to={{ x: 180, y: 44 }} />
      <Words x={188} y={44} isCode>
        pay
      </Words>
      <Arrow from={{ x: 222, y: 39 }} to={{ x: 342, y: 39 }} />
      <NamedBox x={350} y={10} width={120} height={58} look="accent" name="Incasso" />
      {RECORDS.map((record, index) => (
        <g key={record}>
          <Arrow from={{ x: 148, y: 130 + index * 10 }} to={{ x: 180, y: 116 + index * 48 }} />
          <Words x={188} y={121 + index * 48} isCode>
            {record}
          </Words>
          <Arrow from={{ x: 276, y: 116 + index * 48 }} to={{ x: 342, y: 116 + index * 48 }} />
          <Words x={280} y={108 + index * 48} tone="dim">
            CNAME
          </Words>
        </g>
      ))}
      <NamedBox x={350} y={92} width={120} height={144} look="soft" name="Clerk" />
    </Picture>
  )
}
