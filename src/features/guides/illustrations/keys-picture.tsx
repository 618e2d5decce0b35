import { Arrow, Box, Globe, Padlock, Picture, WindowFrame, Words } from './parts.tsx'

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
