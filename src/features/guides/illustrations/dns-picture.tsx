import { Arrow, NamedBox, Picture, Words } from './parts.tsx'

const RECORDS = ['clerk', 'accounts', 'clkmail']

export function DnsPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <NamedBox x={10} y={100} width={132} height={60} name="example.com" note="il tuo DNS" />
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
