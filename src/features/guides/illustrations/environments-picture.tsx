import { Arrow, NamedBox, Picture, Words } from './parts.tsx'

const LANES = [
  { name: 'Test', note: 'questo computer', keys: 'pk_test_…', instance: 'Development', app: 'A' },
  { name: 'Staging', note: 'sottodominio', keys: 'pk_live_…', instance: 'Production', app: 'B' },
  { name: 'Produzione', note: 'dominio', keys: 'pk_live_…', instance: 'Production', app: 'A' },
] as const

export function EnvironmentsPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      {LANES.map(({ name, note, keys, instance, app }, index) => (
        <g key={name} transform={`translate(0 ${10 + index * 84})`}>
          <NamedBox
            x={10}
            y={0}
            width={150}
            height={68}
            look={index === 2 ? 'good' : 'plain'}
            name={name}
            note={note}
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
            name={`Applicazione ${app}`}
            note={instance}
          />
        </g>
      ))}
    </Picture>
  )
}
